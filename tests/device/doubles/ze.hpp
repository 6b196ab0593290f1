// The part of Level Zero that the double has, in declarations of our own; by the specification, version 1.14.
#pragma once
#include <cstddef>
#include <cstdint>

namespace ze {

enum Result : int {
  success = 0,
  not_ready = 1,
  device_lost = 0x70000001,
  out_of_host_memory = 0x70000002,
  out_of_device_memory = 0x70000003,
  module_build_failure = 0x70000004,
  uninitialized = 0x78000001,
  unsupported_feature = 0x78000003,
  invalid_argument = 0x78000004,
  invalid_null_handle = 0x78000005,
  handle_object_in_use = 0x78000006,
  invalid_null_pointer = 0x78000007,
  invalid_size = 0x78000008,
  unsupported_size = 0x78000009,
  unsupported_alignment = 0x7800000a,
  invalid_synchronization_object = 0x7800000b,
  invalid_enumeration = 0x7800000c,
  invalid_native_binary = 0x7800000f,
  invalid_kernel_name = 0x78000011,
  invalid_group_size_dimension = 0x78000013,
  invalid_kernel_argument_index = 0x78000015,
  invalid_kernel_argument_size = 0x78000016,
  invalid_command_list_type = 0x78000019,
  overlapping_regions = 0x7800001a,
  unknown_error = 0x7ffffffe,
};

struct Driver;
struct Device;
struct Context;
struct CommandList;
struct CommandQueue;
struct EventPool;
struct Event;
struct ModuleObject;
struct Kernel;
using DriverHandle = Driver*;
using DeviceHandle = Device*;
using ContextHandle = Context*;
using CommandListHandle = CommandList*;
using CommandQueueHandle = CommandQueue*;
using EventPoolHandle = EventPool*;
using EventHandle = Event*;
using ModuleHandle = ModuleObject*;
using KernelHandle = Kernel*;

inline constexpr int kDriverIpcProperties = 0x2, kDeviceProperties = 0x3, kQueueGroupProperties = 0x6,
                     kDeviceMemoryProperties = 0x7, kDeviceP2pProperties = 0xb, kContextDesc = 0xd,
                     kCommandQueueDesc = 0xe, kCommandListDesc = 0xf, kEventPoolDesc = 0x10, kEventDesc = 0x11,
                     kDeviceMemAllocDesc = 0x15, kHostMemAllocDesc = 0x16, kMemoryAllocationProperties = 0x17,
                     kModuleDesc = 0x1b, kKernelDesc = 0x1d;
inline constexpr std::uint32_t kQueueInOrder = 2, kListInOrder = 8;
inline constexpr std::uint32_t kIndirectDevice = 2;
inline constexpr int kModeDefault = 0, kModeSynchronous = 1, kModeAsynchronous = 2;
inline constexpr std::uint32_t kGroupCompute = 1, kGroupCopy = 2;
inline constexpr int kMemoryUnknown = 0, kMemoryHost = 1, kMemoryDevice = 2, kMemoryShared = 3;

struct ContextDesc {
  int stype;
  const void* next;
  std::uint32_t flags;
};
struct DeviceProperties {
  int stype;
  void* next;
  int type;
  std::uint32_t vendor_id, device_id, flags, subdevice_id, core_clock_rate;
  std::uint64_t max_mem_alloc_size;
  std::uint32_t max_hardware_contexts, max_command_queue_priority, num_threads_per_eu, physical_eu_simd_width,
      num_eus_per_subslice, num_subslices_per_slice, num_slices;
  std::uint64_t timer_resolution;
  std::uint32_t timestamp_valid_bits, kernel_timestamp_valid_bits;
  std::uint8_t uuid[16];
  char name[256];
};
struct DeviceMemoryProperties {
  int stype;
  void* next;
  std::uint32_t flags, max_clock_rate, max_bus_width;
  std::uint64_t total_size;
  char name[256];
};
struct QueueGroupProperties {
  int stype;
  void* next;
  std::uint32_t flags;
  std::size_t max_memory_fill_pattern_size;
  std::uint32_t num_queues;
};
struct P2pProperties {
  int stype;
  void* next;
  std::uint32_t flags;
};
struct DriverIpcProperties {
  int stype;
  void* next;
  std::uint32_t flags;
};
struct DeviceMemAllocDesc {
  int stype;
  const void* next;
  std::uint32_t flags, ordinal;
};
struct HostMemAllocDesc {
  int stype;
  const void* next;
  std::uint32_t flags;
};
struct MemoryAllocationProperties {
  int stype;
  void* next;
  int type;
  std::uint64_t id, page_size;
};
struct CommandQueueDesc {
  int stype;
  const void* next;
  std::uint32_t ordinal, index, flags;
  int mode, priority;
};
struct CommandListDesc {
  int stype;
  const void* next;
  std::uint32_t ordinal, flags;
};
struct EventPoolDesc {
  int stype;
  const void* next;
  std::uint32_t flags, count;
};
struct EventDesc {
  int stype;
  const void* next;
  std::uint32_t index, signal, wait;
};
struct ModuleDesc {
  int stype;
  const void* next;
  int format;
  std::size_t input_size;
  const std::uint8_t* input_module;
  const char* build_flags;
  const void* constants;
};
struct KernelDesc {
  int stype;
  const void* next;
  std::uint32_t flags;
  const char* kernel_name;
};
struct GroupCount {
  std::uint32_t x, y, z;
};
struct IpcMemHandle {
  char data[64];
};

}  // namespace ze

extern "C" {
ze::Result zeInit(std::uint32_t flags);
ze::Result zeDriverGet(std::uint32_t* count, ze::DriverHandle* drivers);
ze::Result zeDriverGetIpcProperties(ze::DriverHandle driver, ze::DriverIpcProperties* properties);
ze::Result zeDeviceGet(ze::DriverHandle driver, std::uint32_t* count, ze::DeviceHandle* devices);
ze::Result zeDeviceGetProperties(ze::DeviceHandle device, ze::DeviceProperties* properties);
ze::Result zeDeviceGetMemoryProperties(ze::DeviceHandle device, std::uint32_t* count,
                                       ze::DeviceMemoryProperties* properties);
ze::Result zeDeviceGetCommandQueueGroupProperties(ze::DeviceHandle device, std::uint32_t* count,
                                                  ze::QueueGroupProperties* properties);
ze::Result zeDeviceCanAccessPeer(ze::DeviceHandle device, ze::DeviceHandle peer, std::uint8_t* can);
ze::Result zeDeviceGetP2PProperties(ze::DeviceHandle device, ze::DeviceHandle peer, ze::P2pProperties* properties);
ze::ContextHandle zeDriverGetDefaultContext(ze::DriverHandle driver);
ze::Result zeContextCreate(ze::DriverHandle driver, const ze::ContextDesc* desc, ze::ContextHandle* context);
ze::Result zeContextDestroy(ze::ContextHandle context);

ze::Result zeMemAllocDevice(ze::ContextHandle context, const ze::DeviceMemAllocDesc* desc, std::size_t bytes,
                            std::size_t alignment, ze::DeviceHandle device, void** pointer);
ze::Result zeMemAllocHost(ze::ContextHandle context, const ze::HostMemAllocDesc* desc, std::size_t bytes,
                          std::size_t alignment, void** pointer);
ze::Result zeMemAllocShared(ze::ContextHandle context, const ze::DeviceMemAllocDesc* desc,
                            const ze::HostMemAllocDesc* host_desc, std::size_t bytes, std::size_t alignment,
                            ze::DeviceHandle device, void** pointer);
ze::Result zeMemFree(ze::ContextHandle context, void* pointer);
ze::Result zeMemGetAllocProperties(ze::ContextHandle context, const void* pointer,
                                   ze::MemoryAllocationProperties* properties, ze::DeviceHandle* device);
ze::Result zeMemGetAddressRange(ze::ContextHandle context, const void* pointer, void** base, std::size_t* bytes);
ze::Result zeMemGetIpcHandle(ze::ContextHandle context, const void* pointer, ze::IpcMemHandle* handle);
ze::Result zeMemPutIpcHandle(ze::ContextHandle context, ze::IpcMemHandle handle);
ze::Result zeMemOpenIpcHandle(ze::ContextHandle context, ze::DeviceHandle device, ze::IpcMemHandle handle,
                              std::uint32_t flags, void** pointer);
ze::Result zeMemCloseIpcHandle(ze::ContextHandle context, const void* pointer);

ze::Result zeCommandListCreateImmediate(ze::ContextHandle context, ze::DeviceHandle device,
                                        const ze::CommandQueueDesc* desc, ze::CommandListHandle* list);
ze::Result zeCommandListCreate(ze::ContextHandle context, ze::DeviceHandle device, const ze::CommandListDesc* desc,
                               ze::CommandListHandle* list);
ze::Result zeCommandListClose(ze::CommandListHandle list);
ze::Result zeCommandListReset(ze::CommandListHandle list);
ze::Result zeCommandListDestroy(ze::CommandListHandle list);
ze::Result zeCommandListHostSynchronize(ze::CommandListHandle list, std::uint64_t timeout);
ze::Result zeCommandListAppendMemoryCopy(ze::CommandListHandle list, void* dest, const void* source, std::size_t bytes,
                                         ze::EventHandle signal, std::uint32_t waits, ze::EventHandle* events);
ze::Result zeCommandListAppendMemoryFill(ze::CommandListHandle list, void* dest, const void* pattern,
                                         std::size_t pattern_size, std::size_t bytes, ze::EventHandle signal,
                                         std::uint32_t waits, ze::EventHandle* events);
ze::Result zeCommandListAppendBarrier(ze::CommandListHandle list, ze::EventHandle signal, std::uint32_t waits,
                                      ze::EventHandle* events);
ze::Result zeCommandListAppendSignalEvent(ze::CommandListHandle list, ze::EventHandle event);
ze::Result zeCommandListAppendWaitOnEvents(ze::CommandListHandle list, std::uint32_t waits, ze::EventHandle* events);
ze::Result zeCommandListAppendEventReset(ze::CommandListHandle list, ze::EventHandle event);
ze::Result zeCommandListAppendLaunchKernel(ze::CommandListHandle list, ze::KernelHandle kernel,
                                           const ze::GroupCount* groups, ze::EventHandle signal, std::uint32_t waits,
                                           ze::EventHandle* events);
ze::Result zeCommandQueueCreate(ze::ContextHandle context, ze::DeviceHandle device, const ze::CommandQueueDesc* desc,
                                ze::CommandQueueHandle* queue);
ze::Result zeCommandQueueDestroy(ze::CommandQueueHandle queue);
ze::Result zeCommandQueueExecuteCommandLists(ze::CommandQueueHandle queue, std::uint32_t n,
                                             ze::CommandListHandle* lists, void* fence);
ze::Result zeCommandQueueSynchronize(ze::CommandQueueHandle queue, std::uint64_t timeout);

ze::Result zeEventPoolCreate(ze::ContextHandle context, const ze::EventPoolDesc* desc, std::uint32_t n,
                             ze::DeviceHandle* devices, ze::EventPoolHandle* pool);
ze::Result zeEventPoolDestroy(ze::EventPoolHandle pool);
ze::Result zeEventCreate(ze::EventPoolHandle pool, const ze::EventDesc* desc, ze::EventHandle* event);
ze::Result zeEventDestroy(ze::EventHandle event);
ze::Result zeEventHostSignal(ze::EventHandle event);
ze::Result zeEventHostReset(ze::EventHandle event);
ze::Result zeEventQueryStatus(ze::EventHandle event);
ze::Result zeEventHostSynchronize(ze::EventHandle event, std::uint64_t timeout);

ze::Result zeModuleCreate(ze::ContextHandle context, ze::DeviceHandle device, const ze::ModuleDesc* desc,
                          ze::ModuleHandle* module, void** build_log);
ze::Result zeModuleDestroy(ze::ModuleHandle module);
ze::Result zeKernelCreate(ze::ModuleHandle module, const ze::KernelDesc* desc, ze::KernelHandle* kernel);
ze::Result zeKernelDestroy(ze::KernelHandle kernel);
ze::Result zeKernelSetGroupSize(ze::KernelHandle kernel, std::uint32_t x, std::uint32_t y, std::uint32_t z);
ze::Result zeKernelSetIndirectAccess(ze::KernelHandle kernel, std::uint32_t flags);
ze::Result zeKernelSetArgumentValue(ze::KernelHandle kernel, std::uint32_t index, std::size_t bytes, const void* value);
}
