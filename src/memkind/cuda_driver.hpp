// The functions of the CUDA driver that cuda.cpp uses. They are declared here so that a build needs no SDK.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "memkind/driver.hpp"

namespace isthmus::memkind::cuda {

// These types and constants have the layout and the values of cuda.h.
using Result = int;
using Ordinal = int;
using Pointer = std::uintptr_t;  // CUdeviceptr
struct Context;
struct Stream;
struct Module;
struct Function;
struct IpcHandle {
  std::array<std::byte, 64> bytes;
};
/// CUstreamBatchMemOpParams of a write. A 32-bit write takes the low half of `value`, which little-endian hosts store
/// first, where cuda.h has the 32-bit member of the union.
struct Write {
  int operation;
  Pointer address;
  std::uint64_t value;
  unsigned flags;
  std::array<std::uint64_t, 2> unused;
};
static_assert(sizeof(Write) == 48 && std::endian::native == std::endian::little);
constexpr int kCaptureRelaxed = 2;  // CU_STREAM_CAPTURE_MODE_RELAXED
constexpr int kWrite32 = 2, kWrite64 = 5;
constexpr unsigned kWaitAtLeast = 0, kWaitEqual = 1;
constexpr Result kInvalidValue = 1, kOutOfMemory = 2, kNoDevice = 100, kPeerAccessAlready = 704;
constexpr unsigned kNonBlocking = 1, kLazyPeerAccess = 1, kPortable = 1, kDeviceMap = 2;
constexpr unsigned kSchedMask = 7, kSchedBlockingSync = 4;  // CU_CTX_SCHED_MASK, CU_CTX_SCHED_BLOCKING_SYNC
constexpr const char* kConnections = "CUDA_DEVICE_MAX_CONNECTIONS";
constexpr int kMpsEnabled = 133;  // CU_DEVICE_ATTRIBUTE_MPS_ENABLED
constexpr int kMemoryType = 2, kSyncMemops = 6, kBufferId = 7, kIsManaged = 8, kDeviceOrdinal = 9, kIpcCapable = 10,
              kRangeStart = 11, kRangeSize = 12, kHandleTypes = 14;
constexpr int kDescriptor = 1;  // CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
/// CUmemAccessDesc
struct Access {
  int location = 1, device = 0, flags = 3;  // on a device, read and write
};
using Physical = std::uint64_t;  // CUmemGenericAllocationHandle
constexpr unsigned kDeviceMemory = 2;

struct Driver : Library {
  Driver()
      : Library("CUDA", {"libcuda.so.1"},
                "install NVIDIA's driver, put its folder into LD_LIBRARY_PATH, or leave "
                "KIND=CUDA out") {
    // Without MPS this is the default; under MPS it is 2, and two streams that wait would hold up everything else.
    if (is_new()) setenv(kConnections, "8", 0);
  }

  Result (*init)(unsigned) = find("cuInit");
  Result (*error_name)(Result, const char**) = find("cuGetErrorName");
  Result (*device_count)(int*) = find("cuDeviceGetCount");
  Result (*device_get)(Ordinal*, int) = find("cuDeviceGet");
  Result (*device_name)(char*, int, Ordinal) = find("cuDeviceGetName");
  Result (*total_memory)(std::size_t*, Ordinal) = find("cuDeviceTotalMem_v2");
  Result (*retain_primary)(Context**, Ordinal) = find("cuDevicePrimaryCtxRetain");
  Result (*device_attribute)(int*, int, Ordinal) = find_optional("cuDeviceGetAttribute");
  Result (*primary_state)(Ordinal, unsigned*, int*) = find_optional("cuDevicePrimaryCtxGetState");
  Result (*set_primary_flags)(Ordinal, unsigned) = find_optional("cuDevicePrimaryCtxSetFlags_v2");
  Result (*release_primary)(Ordinal) = find("cuDevicePrimaryCtxRelease_v2");
  Result (*get_current)(Context**) = find("cuCtxGetCurrent");
  Result (*set_current)(Context*) = find("cuCtxSetCurrent");
  Result (*push_current)(Context*) = find("cuCtxPushCurrent_v2");
  Result (*current_device)(Ordinal*) = find("cuCtxGetDevice");
  Result (*pop_current)(Context**) = find("cuCtxPopCurrent_v2");
  Result (*memory_info)(std::size_t*, std::size_t*) = find("cuMemGetInfo_v2");
  Result (*allocate)(Pointer*, std::size_t) = find("cuMemAlloc_v2");
  Result (*free)(Pointer) = find("cuMemFree_v2");
  Result (*ipc_get)(IpcHandle*, Pointer) = find("cuIpcGetMemHandle");
  Result (*ipc_open)(Pointer*, IpcHandle, unsigned) = find("cuIpcOpenMemHandle_v2");
  Result (*ipc_close)(Pointer) = find("cuIpcCloseMemHandle");
  Result (*stream_create)(Stream**, unsigned) = find("cuStreamCreate");
  Result (*stream_destroy)(Stream*) = find("cuStreamDestroy_v2");
  Result (*stream_synchronize)(Stream*) = find("cuStreamSynchronize");
  Result (*exchange_capture_mode)(int*) = find_optional("cuThreadExchangeStreamCaptureMode");
  Result (*write_words)(Stream*, unsigned, const Write*, unsigned) = find_optional("cuStreamBatchMemOp_v2");
  Result (*wait_32)(Stream*, Pointer, std::uint32_t, unsigned) = find_optional("cuStreamWaitValue32_v2");
  Result (*wait_64)(Stream*, Pointer, std::uint64_t, unsigned) = find_optional("cuStreamWaitValue64_v2");
  Result (*launch_host)(Stream*, void (*)(void*), void*) = find_optional("cuLaunchHostFunc");
  Result (*copy_async)(Pointer, Pointer, std::size_t, Stream*) = find("cuMemcpyAsync");
  Result (*fill_async)(Pointer, unsigned char, std::size_t, Stream*) = find("cuMemsetD8Async");
  Result (*host_allocate)(void**, std::size_t, unsigned) = find("cuMemHostAlloc");
  Result (*host_free)(void*) = find("cuMemFreeHost");
  Result (*attribute)(void*, int, Pointer) = find("cuPointerGetAttribute");
  Result (*attributes)(unsigned, const int*, void**, Pointer) = find("cuPointerGetAttributes");
  Result (*set_attribute)(const void*, int, Pointer) = find("cuPointerSetAttribute");
  Result (*host_register)(void*, std::size_t, unsigned) = find("cuMemHostRegister_v2");
  Result (*host_pointer)(Pointer*, void*, unsigned) = find("cuMemHostGetDevicePointer_v2");
  Result (*host_unregister)(void*) = find("cuMemHostUnregister");
  // Virtual memory management, which drivers have since CUDA 11.
  Result (*retain_physical)(Physical*, void*) = find_optional("cuMemRetainAllocationHandle");
  Result (*release_physical)(Physical) = find_optional("cuMemRelease");
  Result (*export_physical)(void*, Physical, int, std::uint64_t) = find_optional("cuMemExportToShareableHandle");
  Result (*import_physical)(Physical*, void*, int) = find_optional("cuMemImportFromShareableHandle");
  Result (*reserve)(Pointer*, std::size_t, std::size_t, Pointer, std::uint64_t) = find_optional("cuMemAddressReserve");
  Result (*unreserve)(Pointer, std::size_t) = find_optional("cuMemAddressFree");
  Result (*map)(Pointer, std::size_t, std::size_t, Physical, std::uint64_t) = find_optional("cuMemMap");
  Result (*unmap)(Pointer, std::size_t) = find_optional("cuMemUnmap");
  Result (*set_access)(Pointer, std::size_t, const Access*, std::size_t) = find_optional("cuMemSetAccess");
  Result (*enable_peer)(Context*, unsigned) = find("cuCtxEnablePeerAccess");
  Result (*module_load)(Module**, const void*) = find("cuModuleLoadData");
  Result (*module_unload)(Module*) = find("cuModuleUnload");
  Result (*module_function)(Function**, Module*, const char*) = find("cuModuleGetFunction");
  Result (*function_load)(Function*) = find_optional("cuFuncLoad");  // since CUDA 12.4
  Result (*launch)(Function*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Stream*, void**,
                   void**) = find("cuLaunchKernel");
};

}  // namespace isthmus::memkind::cuda
