// The double of libze_loader.so.1: devices and memory. Work is in ze_work.cpp.
#include "ze.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/ipc.hpp"
#include "ze_state.hpp"

namespace ze {

const doubles::ErrorName kErrorNames[] = {{success, "ZE_RESULT_SUCCESS"},
                                          {not_ready, "ZE_RESULT_NOT_READY"},
                                          {device_lost, "ZE_RESULT_ERROR_DEVICE_LOST"},
                                          {out_of_host_memory, "ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY"},
                                          {out_of_device_memory, "ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY"},
                                          {module_build_failure, "ZE_RESULT_ERROR_MODULE_BUILD_FAILURE"},
                                          {uninitialized, "ZE_RESULT_ERROR_UNINITIALIZED"},
                                          {unsupported_feature, "ZE_RESULT_ERROR_UNSUPPORTED_FEATURE"},
                                          {invalid_argument, "ZE_RESULT_ERROR_INVALID_ARGUMENT"},
                                          {unsupported_size, "ZE_RESULT_ERROR_UNSUPPORTED_SIZE"},
                                          {unknown_error, "ZE_RESULT_ERROR_UNKNOWN"},
                                          {0, nullptr}};

Process& process() {
  static Process& ours = *new Process;
  return ours;
}

namespace {

using doubles::BlockRef;
using doubles::Place;

/// The block at `pointer` if it is one of that context's, otherwise null.
BlockRef block_of(const Context* context, const void* pointer) {
  const BlockRef block = doubles::memory().find(pointer);
  if (block == nullptr) return nullptr;
  const std::lock_guard lock(process().mutex);
  const auto at = process().owners.find(block->shown);
  return at != process().owners.end() && at->second == context ? block : nullptr;
}

void own(const Context* context, const BlockRef& block) {
  const std::lock_guard lock(process().mutex);
  process().owners[block->shown] = context;
}

/// Operations that are not done hold a reference to the block. A list that does not run does, too, which is harmless.
bool in_use(const BlockRef& block) {
  return block.use_count() > 2 && (process().lists.any(still_running) ||
                                   process().queues.any([](const CommandQueue& queue) { return !queue.work->idle(); }));
}

void forget(const BlockRef& block) {
  doubles::memory().remove(block->shown);
  const std::lock_guard lock(process().mutex);
  process().owners.erase(block->shown);
  const auto at = process().exported.find(block->shown);
  if (at == process().exported.end()) return;
  close(at->second);
  process().exported.erase(at);
}

bool power_of_two_or_zero(std::size_t n) { return (n & (n - 1)) == 0; }

__attribute__((destructor)) void look_for_leaks() {
  if (!doubles::settings().leaks || process().initialised_in != getpid()) return;
  std::string left = doubles::memory().left();
  if (process().lists.size() != 0) left += " command lists";
  if (process().queues.size() != 0) left += " command queues";
  if (left.empty()) return;
  std::fprintf(stderr, "driver double: libze_loader: left at the end: %s\n", left.c_str());
  _exit(97);
}

}  // namespace
}  // namespace ze

using namespace ze;  // NOLINT: the entry points have C's names

#pragma GCC visibility push(default)
extern "C" {

Result zeInit(std::uint32_t flags) {
  if (flags > 3) return invalid_enumeration;
  if (const int error = doubles::injected("zeInit", uninitialized, kErrorNames)) return static_cast<Result>(error);
  if (doubles::settings().devices == 0) return uninitialized;  // what the loader says when no driver has a device
  for (int i = 0; i < doubles::settings().devices; ++i) process().devices[static_cast<std::size_t>(i)].number = i;
  process().initialised_in = getpid();
  return success;
}

Result zeDriverGet(std::uint32_t* count, DriverHandle* drivers) {
  return call("zeDriverGet", unknown_error, [&] {
    return enumerate(1, count, drivers, [](std::uint32_t, DriverHandle& out) { out = &process().driver; });
  });
}

Result zeDriverGetIpcProperties(DriverHandle driver, DriverIpcProperties* properties) {
  return call("zeDriverGetIpcProperties", unknown_error, [&] {
    if (driver != &process().driver) return invalid_null_handle;
    properties->flags = 1;  // memory
    return success;
  });
}

Result zeDeviceGet(DriverHandle driver, std::uint32_t* count, DeviceHandle* devices) {
  return call("zeDeviceGet", unknown_error, [&] {
    if (driver != &process().driver) return invalid_null_handle;
    return enumerate(static_cast<std::uint32_t>(doubles::settings().devices), count, devices,
                     [](std::uint32_t i, DeviceHandle& out) { out = &process().devices[i]; });
  });
}

Result zeDeviceGetProperties(DeviceHandle device, DeviceProperties* properties) {
  return call("zeDeviceGetProperties", unknown_error, [&] {
    if (!is_device(device)) return invalid_null_handle;
    if (properties == nullptr) return invalid_null_pointer;
    if (properties->stype != kDeviceProperties) return invalid_argument;
    properties->type = 1;  // a GPU
    properties->max_mem_alloc_size = doubles::settings().memory;
    std::memset(properties->uuid, 0, sizeof properties->uuid);
    properties->uuid[0] = static_cast<std::uint8_t>(device->number + 1);
    std::snprintf(properties->name, sizeof properties->name, "Double %d", device->number);
    return success;
  });
}

Result zeDeviceGetMemoryProperties(DeviceHandle device, std::uint32_t* count, DeviceMemoryProperties* properties) {
  return call("zeDeviceGetMemoryProperties", unknown_error, [&] {
    if (!is_device(device)) return invalid_null_handle;
    return enumerate(1, count, properties, [](std::uint32_t, DeviceMemoryProperties& out) {
      out.total_size = doubles::settings().memory;
      std::snprintf(out.name, sizeof out.name, "memfd");
    });
  });
}

Result zeDeviceGetCommandQueueGroupProperties(DeviceHandle device, std::uint32_t* count,
                                              QueueGroupProperties* properties) {
  return call("zeDeviceGetCommandQueueGroupProperties", unknown_error, [&] {
    if (!is_device(device)) return invalid_null_handle;
    return enumerate(2, count, properties, [](std::uint32_t i, QueueGroupProperties& out) {
      out.flags = i == 0 ? kGroupCopy : kGroupCompute | kGroupCopy;  // the group that can do both is not the first
      out.max_memory_fill_pattern_size = 128;
      out.num_queues = 4;
    });
  });
}

Result zeDeviceCanAccessPeer(DeviceHandle device, DeviceHandle peer, std::uint8_t* can) {
  return call("zeDeviceCanAccessPeer", unknown_error, [&] {
    if (!is_device(device) || !is_device(peer)) return invalid_null_handle;
    *can = device == peer || doubles::settings().peers ? 1 : 0;
    return success;
  });
}

Result zeDeviceGetP2PProperties(DeviceHandle device, DeviceHandle peer, P2pProperties* properties) {
  return call("zeDeviceGetP2PProperties", unknown_error, [&] {
    if (!is_device(device) || !is_device(peer)) return invalid_null_handle;
    properties->flags = device == peer || doubles::settings().peers ? 1 : 0;
    return success;
  });
}

Result zeContextCreate(DriverHandle driver, const ContextDesc* desc, ContextHandle* context) {
  return call("zeContextCreate", out_of_host_memory, [&] {
    if (driver != &process().driver) return invalid_null_handle;
    if (desc == nullptr || context == nullptr) return invalid_null_pointer;
    if (desc->stype != kContextDesc) return invalid_argument;
    *context = process().contexts.add(Context{});
    return success;
  });
}

ContextHandle zeDriverGetDefaultContext(DriverHandle driver) {
  ContextHandle context = nullptr;
  call("zeDriverGetDefaultContext", unsupported_feature, [&] {
    if (driver != &process().driver) return invalid_null_handle;
    const std::lock_guard lock(process().mutex);
    if (process().default_context == nullptr) process().default_context = process().contexts.add(Context{});
    context = process().default_context;
    return success;
  });
  return context;
}

Result zeContextDestroy(ContextHandle context) {
  return call("zeContextDestroy", unknown_error, [&] {
    if (context == process().default_context) return invalid_argument;  // the driver's own
    return process().contexts.remove(context) ? success : invalid_null_handle;
  });
}

Result zeMemAllocDevice(ContextHandle context, const DeviceMemAllocDesc* desc, std::size_t bytes, std::size_t alignment,
                        DeviceHandle device, void** pointer) {
  return call("zeMemAllocDevice", out_of_device_memory, [&] {
    if (!process().contexts.has(context) || !is_device(device)) return invalid_null_handle;
    if (desc == nullptr || pointer == nullptr) return invalid_null_pointer;
    if (desc->stype != kDeviceMemAllocDesc) return invalid_argument;
    if (bytes == 0 || bytes > doubles::settings().memory) return unsupported_size;
    if (!power_of_two_or_zero(alignment)) return unsupported_alignment;
    const BlockRef block = doubles::memory().allocate(device->number, bytes, alignment);
    if (block == nullptr) return out_of_device_memory;
    own(context, block);
    *pointer = block->shown;
    return success;
  });
}

Result zeMemAllocHost(ContextHandle context, const HostMemAllocDesc* desc, std::size_t bytes, std::size_t alignment,
                      void** pointer) {
  return call("zeMemAllocHost", out_of_host_memory, [&] {
    if (!process().contexts.has(context)) return invalid_null_handle;
    if (desc == nullptr || pointer == nullptr) return invalid_null_pointer;
    if (desc->stype != kHostMemAllocDesc) return invalid_argument;
    if (bytes == 0) return unsupported_size;
    if (!power_of_two_or_zero(alignment) || alignment > 4096) return unsupported_alignment;
    const BlockRef block = doubles::memory().pin(bytes, 0);
    if (block == nullptr) return out_of_host_memory;
    own(context, block);
    *pointer = block->shown;
    return success;
  });
}

/// Shared memory lies in host memory, which is one of the places where a driver may keep it.
Result zeMemAllocShared(ContextHandle context, const DeviceMemAllocDesc* desc, const HostMemAllocDesc* host_desc,
                        std::size_t bytes, std::size_t alignment, DeviceHandle device, void** pointer) {
  if (desc == nullptr || desc->stype != kDeviceMemAllocDesc || (device != nullptr && !is_device(device))) {
    return invalid_argument;
  }
  const Result made = zeMemAllocHost(context, host_desc, bytes, alignment, pointer);
  if (made == success) doubles::memory().find(*pointer)->managed = true;
  return made;
}

Result zeMemFree(ContextHandle context, void* pointer) {
  return call("zeMemFree", unknown_error, [&] {
    if (!process().contexts.has(context)) return invalid_null_handle;
    if (pointer == nullptr) return invalid_null_pointer;
    const BlockRef block = block_of(context, pointer);
    if (block == nullptr || block->shown != pointer || block->imported) return invalid_argument;
    if (in_use(block)) return handle_object_in_use;  // a driver would just take it away
    forget(block);
    return success;
  });
}

Result zeMemGetAllocProperties(ContextHandle context, const void* pointer, MemoryAllocationProperties* properties,
                               DeviceHandle* device) {
  return call("zeMemGetAllocProperties", unknown_error, [&] {
    if (!process().contexts.has(context)) return invalid_null_handle;
    if (pointer == nullptr || properties == nullptr) return invalid_null_pointer;
    if (properties->stype != kMemoryAllocationProperties) return invalid_argument;
    const BlockRef block = block_of(context, pointer);
    properties->type = block == nullptr                ? kMemoryUnknown
                       : block->managed                ? kMemoryShared
                       : block->place == Place::device ? kMemoryDevice
                                                       : kMemoryHost;
    properties->id = block != nullptr ? block->inode : 0;
    properties->page_size = 4096;
    if (device != nullptr) {
      const bool on_device = properties->type == kMemoryDevice;
      *device = on_device ? &process().devices[static_cast<std::size_t>(block->device)] : nullptr;
    }
    return success;
  });
}

Result zeMemGetAddressRange(ContextHandle context, const void* pointer, void** base, std::size_t* bytes) {
  return call("zeMemGetAddressRange", unknown_error, [&] {
    if (!process().contexts.has(context)) return invalid_null_handle;
    const BlockRef block = block_of(context, pointer);
    if (block == nullptr) return invalid_argument;
    if (base != nullptr) *base = block->shown;
    if (bytes != nullptr) *bytes = block->size;
    return success;
  });
}

Result zeMemGetIpcHandle(ContextHandle context, const void* pointer, IpcMemHandle* handle) {
  return call("zeMemGetIpcHandle", unsupported_feature, [&] {
    if (!process().contexts.has(context)) return invalid_null_handle;
    if (pointer == nullptr || handle == nullptr) return invalid_null_pointer;
    const BlockRef block = block_of(context, pointer);
    if (block == nullptr || block->shown != pointer || block->place != Place::device || block->imported) {
      return invalid_argument;
    }
    const std::lock_guard lock(process().mutex);
    const auto [at, is_new] = process().exported.try_emplace(pointer, -1);
    if (is_new) at->second = fcntl(block->fd, F_DUPFD_CLOEXEC, 0);
    const doubles::IpcHandle described = doubles::describe(*block, at->second);
    std::memcpy(handle, &described, sizeof described);
    return success;
  });
}

Result zeMemPutIpcHandle(ContextHandle context, IpcMemHandle handle) {
  return call("zeMemPutIpcHandle", unknown_error, [&] {
    if (!process().contexts.has(context)) return invalid_null_handle;
    int fd = -1;
    std::memcpy(&fd, &handle, sizeof fd);
    const std::lock_guard lock(process().mutex);
    for (auto at = process().exported.begin(); at != process().exported.end(); ++at) {
      if (at->second != fd) continue;
      close(fd);
      process().exported.erase(at);
      return success;
    }
    return invalid_argument;
  });
}

Result zeMemOpenIpcHandle(ContextHandle context, DeviceHandle device, IpcMemHandle handle, std::uint32_t flags,
                          void** pointer) {
  return call("zeMemOpenIpcHandle", unsupported_feature, [&] {
    if (!process().contexts.has(context) || !is_device(device)) return invalid_null_handle;
    if (pointer == nullptr) return invalid_null_pointer;
    if (flags > 3) return invalid_enumeration;
    doubles::IpcHandle described;
    std::memcpy(&described, &handle, sizeof described);
    if (!doubles::plausible(described)) return invalid_argument;
    if (described.device != device->number && !doubles::settings().peers) return unsupported_feature;
    BlockRef block;
    const doubles::Opening opening = doubles::open_from_descriptor(described, device->number, block);
    if (opening != doubles::Opening::good) {
      return opening == doubles::Opening::no_room ? out_of_host_memory : invalid_argument;
    }
    own(context, block);
    *pointer = block->shown;
    return success;
  });
}

Result zeMemCloseIpcHandle(ContextHandle context, const void* pointer) {
  return call("zeMemCloseIpcHandle", unknown_error, [&] {
    if (!process().contexts.has(context)) return invalid_null_handle;
    const BlockRef block = block_of(context, pointer);
    if (block == nullptr || block->shown != pointer || !block->imported) return invalid_argument;
    if (in_use(block)) return handle_object_in_use;
    forget(block);
    return success;
  });
}

}  // extern "C"
#pragma GCC visibility pop
