// The functions and structures of Level Zero that ze.cpp uses. They are declared here so that a build needs no SDK.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/error.hpp"
#include "memkind/driver.hpp"

namespace isthmus::memkind::ze {

// These types and constants have the layout and the values of ze_api.h. Every structure starts with its type and a
// chain of extensions, which stays empty here.
using Result = unsigned;
struct ZeDriver;
struct ZeDevice;
struct ZeContext;
struct ZeList;
struct ZeEvent;
struct ZeModule;
struct ZeKernel;
struct IpcHandle {
  std::array<std::byte, 64> bytes;
};
struct DeviceProperties {
  unsigned structure = 0x3;
  void* next = nullptr;
  unsigned type, vendor, device, flags, subdevice, clock;
  std::uint64_t largest_allocation;
  unsigned hardware_contexts, priorities, threads, width, units, subslices, slices;
  std::uint64_t timer;
  unsigned timestamp_bits, kernel_timestamp_bits;
  std::array<std::uint8_t, 16> uuid;
  std::array<char, 256> name;
};
static_assert(sizeof(DeviceProperties) == 368);
struct MemoryProperties {
  unsigned structure = 0x7;
  void* next = nullptr;
  unsigned flags, clock, width;
  std::uint64_t total;
  std::array<char, 256> name;
};
struct GroupProperties {
  unsigned structure = 0x6;
  void* next = nullptr;
  unsigned flags;
  std::size_t largest_pattern;
  unsigned queues;
};
struct ContextDescription {
  unsigned structure = 0xd;
  const void* next = nullptr;
  unsigned flags = 0;
};
struct QueueDescription {
  unsigned structure = 0xe;
  const void* next = nullptr;
  unsigned ordinal, index, flags, mode, priority;
};
struct DeviceAllocation {
  unsigned structure = 0x15;
  const void* next = nullptr;
  unsigned flags = 0, ordinal = 0;
};
struct HostAllocation {
  unsigned structure = 0x16;
  const void* next = nullptr;
  unsigned flags = 0;
};
struct AllocationProperties {
  unsigned structure = 0x17;
  void* next = nullptr;
  unsigned type = 0;
  std::uint64_t id = 0, page_size = 0;
};
struct ModuleDescription {
  unsigned structure = 0x1b;
  const void* next = nullptr;
  unsigned format = 0;  // SPIR-V
  std::size_t size;
  const char* image;
  const char* flags = nullptr;
  const void* constants = nullptr;
};
struct KernelDescription {
  unsigned structure = 0x1d;
  const void* next = nullptr;
  unsigned flags = 0;
  const char* name;
};
struct GroupCount {
  std::uint32_t x, y, z;
};
constexpr Result kOutOfDeviceMemory = 0x70000003, kUninitialized = 0x78000001, kUnsupportedSize = 0x78000009;
constexpr unsigned kGpuOnly = 1, kCompute = 1, kInOrder = 2, kAsynchronous = 2, kDeviceMemory = 2, kSharedMemory = 3;
constexpr unsigned kIndirectHost = 1, kIndirectDevice = 2, kIndirectShared = 4;

struct Driver : Library {
  Driver()
      : Library("ZE", {"libze_loader.so.1"},
                "install the Level Zero loader and the device's driver, put their folder "
                "into LD_LIBRARY_PATH, or leave KIND=ZE out") {}

  Result (*init)(unsigned) = find("zeInit");
  Result (*drivers)(std::uint32_t*, ZeDriver**) = find("zeDriverGet");
  Result (*devices)(ZeDriver*, std::uint32_t*, ZeDevice**) = find("zeDeviceGet");
  Result (*properties)(ZeDevice*, DeviceProperties*) = find("zeDeviceGetProperties");
  Result (*memories)(ZeDevice*, std::uint32_t*, MemoryProperties*) = find("zeDeviceGetMemoryProperties");
  Result (*groups)(ZeDevice*, std::uint32_t*, GroupProperties*) = find("zeDeviceGetCommandQueueGroupProperties");
  ZeContext* (*default_context)(ZeDriver*) = find_optional("zeDriverGetDefaultContext");
  Result (*create_context)(ZeDriver*, const ContextDescription*, ZeContext**) = find("zeContextCreate");
  Result (*destroy_context)(ZeContext*) = find("zeContextDestroy");
  Result (*allocate)(ZeContext*, const DeviceAllocation*, std::size_t, std::size_t, ZeDevice*,
                     void**) = find("zeMemAllocDevice");
  Result (*free)(ZeContext*, void*) = find("zeMemFree");
  Result (*ipc_get)(ZeContext*, const void*, IpcHandle*) = find("zeMemGetIpcHandle");
  Result (*ipc_put)(ZeContext*, IpcHandle) = find_optional("zeMemPutIpcHandle");
  Result (*ipc_open)(ZeContext*, ZeDevice*, IpcHandle, unsigned, void**) = find("zeMemOpenIpcHandle");
  Result (*ipc_close)(ZeContext*, const void*) = find("zeMemCloseIpcHandle");
  Result (*create_list)(ZeContext*, ZeDevice*, const QueueDescription*,
                        ZeList**) = find("zeCommandListCreateImmediate");
  Result (*destroy_list)(ZeList*) = find("zeCommandListDestroy");
  Result (*append_copy)(ZeList*, void*, const void*, std::size_t, ZeEvent*, std::uint32_t,
                        ZeEvent**) = find("zeCommandListAppendMemoryCopy");
  Result (*append_fill)(ZeList*, void*, const void*, std::size_t, std::size_t, ZeEvent*, std::uint32_t,
                        ZeEvent**) = find("zeCommandListAppendMemoryFill");
  Result (*synchronize)(ZeList*, std::uint64_t) = find("zeCommandListHostSynchronize");
  Result (*peer_access)(ZeDevice*, ZeDevice*, std::uint8_t*) = find("zeDeviceCanAccessPeer");
  Result (*create_module)(ZeContext*, ZeDevice*, const ModuleDescription*, ZeModule**, void**) = find("zeModuleCreate");
  Result (*destroy_module)(ZeModule*) = find("zeModuleDestroy");
  Result (*create_kernel)(ZeModule*, const KernelDescription*, ZeKernel**) = find("zeKernelCreate");
  Result (*destroy_kernel)(ZeKernel*) = find("zeKernelDestroy");
  Result (*group_size)(ZeKernel*, std::uint32_t, std::uint32_t, std::uint32_t) = find("zeKernelSetGroupSize");
  Result (*indirect_access)(ZeKernel*, unsigned) = find("zeKernelSetIndirectAccess");
  Result (*argument)(ZeKernel*, std::uint32_t, std::size_t, const void*) = find("zeKernelSetArgumentValue");
  Result (*append_launch)(ZeList*, ZeKernel*, const GroupCount*, ZeEvent*, std::uint32_t,
                          ZeEvent**) = find("zeCommandListAppendLaunchKernel");
  Result (*host_allocate)(ZeContext*, const HostAllocation*, std::size_t, std::size_t, void**) = find("zeMemAllocHost");
  Result (*range)(ZeContext*, const void*, void**, std::size_t*) = find("zeMemGetAddressRange");
  Result (*allocation)(ZeContext*, const void*, AllocationProperties*, ZeDevice**) = find("zeMemGetAllocProperties");
};

inline const Driver& driver() {
  static const Driver loaded;
  return loaded;
}

inline void setup(const char* call, Result result) {
  if (result != 0) throw base::SetupError(base::text("%s failed: Level Zero error %#x", call, result));
}

inline void must(const char* call, Result result) {
  if (result != 0) [[unlikely]]
    base::fatal(call, base::text("the Level Zero driver failed: error %#x", result));
}

}  // namespace isthmus::memkind::ze
