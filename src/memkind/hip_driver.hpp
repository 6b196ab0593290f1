// The functions of the HIP runtime that hip.cpp uses. They are declared here so that a build needs no SDK.
#pragma once
#include <array>
#include <cstddef>

#include "memkind/driver.hpp"

namespace isthmus::memkind::hip {

// These types and constants have the layout and the values of hip_runtime_api.h.
using Result = int;
struct Stream;
struct Module;
struct Function;
struct IpcHandle {
  std::array<std::byte, 64> bytes;
};
struct Attributes {
  int type, device;
  void *device_pointer, *host_pointer;
  int is_managed;
  unsigned flags;
  std::array<char, 64> room;  // for members that later versions of HIP add
};
constexpr Result kOutOfMemory = 2, kNoDevice = 100, kInvalidDevice = 101, kPeerAccessAlready = 704;
constexpr unsigned kNonBlocking = 1, kLazyPeerAccess = 1, kPortable = 1, kMapped = 2;
constexpr unsigned kWaitAtLeast = 0, kWaitEqual = 1;
constexpr int kFromAddresses = 4;  // hipMemcpyDefault
constexpr int kMemoryType = 2, kSyncMemops = 6, kBufferId = 7, kIsManaged = 8, kDeviceOrdinal = 9, kRangeStart = 11,
              kRangeSize = 12;

inline constexpr const char* kLibraries[] = {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5",
                                             "libamdhip64.so"};

struct Driver : Library {
  Driver()
      : Library("HIP", {kLibraries[0], kLibraries[1], kLibraries[2], kLibraries[3]},
                "install ROCm's HIP runtime, put its folder into LD_LIBRARY_PATH, or leave KIND=HIP out") {}

  Result (*init)(unsigned) = find("hipInit");
  const char* (*error_name)(Result) = find("hipGetErrorName");
  Result (*last_error)() = find("hipGetLastError");
  Result (*version)(int*) = find("hipRuntimeGetVersion");
  Result (*device_count)(int*) = find("hipGetDeviceCount");
  Result (*device_name)(char*, int, int) = find("hipDeviceGetName");
  Result (*total_memory)(std::size_t*, int) = find("hipDeviceTotalMem");
  Result (*get_device)(int*) = find("hipGetDevice");
  Result (*set_device)(int) = find("hipSetDevice");
  Result (*memory_info)(std::size_t*, std::size_t*) = find("hipMemGetInfo");
  Result (*allocate)(void**, std::size_t) = find("hipMalloc");
  Result (*free)(void*) = find("hipFree");
  Result (*ipc_get)(IpcHandle*, void*) = find("hipIpcGetMemHandle");
  Result (*ipc_open)(void**, IpcHandle, unsigned) = find("hipIpcOpenMemHandle");
  Result (*ipc_close)(void*) = find("hipIpcCloseMemHandle");
  Result (*stream_create)(Stream**, unsigned) = find("hipStreamCreateWithFlags");
  Result (*stream_destroy)(Stream*) = find("hipStreamDestroy");
  Result (*stream_synchronize)(Stream*) = find("hipStreamSynchronize");
  Result (*write_32)(Stream*, void*, std::uint32_t, unsigned) = find_optional("hipStreamWriteValue32");
  Result (*write_64)(Stream*, void*, std::uint64_t, unsigned) = find_optional("hipStreamWriteValue64");
  Result (*wait_32)(Stream*, void*, std::uint32_t, unsigned, std::uint32_t) = find_optional("hipStreamWaitValue32");
  Result (*wait_64)(Stream*, void*, std::uint64_t, unsigned, std::uint64_t) = find_optional("hipStreamWaitValue64");
  Result (*launch_host)(Stream*, void (*)(void*), void*) = find_optional("hipLaunchHostFunc");
  Result (*copy_async)(void*, const void*, std::size_t, int, Stream*) = find("hipMemcpyAsync");
  Result (*fill_async)(void*, int, std::size_t, Stream*) = find("hipMemsetAsync");
  Result (*host_allocate)(void**, std::size_t, unsigned) = find("hipHostMalloc");
  Result (*host_free)(void*) = find("hipHostFree");
  Result (*attributes)(Attributes*, const void*) = find("hipPointerGetAttributes");
  Result (*all_attributes)(unsigned, const int*, void**, void*) = find_optional("hipDrvPointerGetAttributes");
  Result (*set_attribute)(const void*, int, void*) = find_optional("hipPointerSetAttribute");
  Result (*host_register)(void*, std::size_t, unsigned) = find("hipHostRegister");
  Result (*host_unregister)(void*) = find("hipHostUnregister");
  Result (*host_pointer)(void**, void*, unsigned) = find("hipHostGetDevicePointer");
  Result (*enable_peer)(int, unsigned) = find("hipDeviceEnablePeerAccess");
  Result (*module_load)(Module**, const void*) = find("hipModuleLoadData");
  Result (*module_unload)(Module*) = find("hipModuleUnload");
  Result (*module_function)(Function**, Module*, const char*) = find("hipModuleGetFunction");
  Result (*launch)(Function*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Stream*, void**,
                   void**) = find("hipModuleLaunchKernel");
};

inline const Driver& driver() {
  static const Driver loaded;
  return loaded;
}

}  // namespace isthmus::memkind::hip
