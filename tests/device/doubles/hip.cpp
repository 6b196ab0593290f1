// The double of libamdhip64.so.6: devices and memory. Work is in hip_work.cpp.
#include "hip.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <utility>

#include "core/ipc.hpp"
#include "hip_state.hpp"

namespace hip {

const doubles::ErrorName kErrorNames[] = {{success, "hipSuccess"},
                                          {invalid_value, "hipErrorInvalidValue"},
                                          {out_of_memory, "hipErrorOutOfMemory"},
                                          {not_initialized, "hipErrorNotInitialized"},
                                          {invalid_device_pointer, "hipErrorInvalidDevicePointer"},
                                          {invalid_memcpy_direction, "hipErrorInvalidMemcpyDirection"},
                                          {no_device, "hipErrorNoDevice"},
                                          {invalid_device, "hipErrorInvalidDevice"},
                                          {invalid_image, "hipErrorInvalidImage"},
                                          {invalid_context, "hipErrorInvalidContext"},
                                          {map_failed, "hipErrorMapFailed"},
                                          {already_mapped, "hipErrorAlreadyMapped"},
                                          {peer_access_unsupported, "hipErrorPeerAccessUnsupported"},
                                          {invalid_handle, "hipErrorInvalidHandle"},
                                          {not_found, "hipErrorNotFound"},
                                          {not_ready, "hipErrorNotReady"},
                                          {illegal_address, "hipErrorIllegalAddress"},
                                          {peer_access_already_enabled, "hipErrorPeerAccessAlreadyEnabled"},
                                          {peer_access_not_enabled, "hipErrorPeerAccessNotEnabled"},
                                          {host_memory_already_registered, "hipErrorHostMemoryAlreadyRegistered"},
                                          {host_memory_not_registered, "hipErrorHostMemoryNotRegistered"},
                                          {launch_failure, "hipErrorLaunchFailure"},
                                          {not_supported, "hipErrorNotSupported"},
                                          {unknown, "hipErrorUnknown"},
                                          {0, nullptr}};

Process& process() {
  static Process& ours = *new Process;
  return ours;
}

int& current_device() {
  thread_local int ours = 0;
  return ours;
}

Error& last_error() {
  thread_local Error ours = success;
  return ours;
}

doubles::Context& context_of(int device) {
  const std::lock_guard lock(process().mutex);
  auto& context = process().contexts[static_cast<std::size_t>(device)];
  if (context == nullptr) context = std::make_unique<doubles::Context>(device);
  return *context;
}

namespace {

using doubles::BlockRef;
using doubles::Place;

Error free_block(void* start, Place place, Error otherwise) {
  if (start == nullptr) return success;
  const BlockRef block = doubles::memory().starting_at(start);
  const Place kept = block != nullptr && block->managed ? Place::device : block != nullptr ? block->place : place;
  if (block == nullptr || kept != place || block->imported || (place == Place::pinned && block->fd < 0)) {
    return otherwise;
  }
  current().finish();
  if (block->place == Place::device) context_of(block->device).finish();
  doubles::memory().remove(start);
  return success;
}

__attribute__((destructor)) void look_for_leaks() {
  if (!doubles::settings().leaks) return;
  std::string left = doubles::memory().left();
  for (const auto& context : process().contexts) {
    if (context != nullptr && context->streams() != 0) left += " streams";
  }
  if (left.empty()) return;
  std::fprintf(stderr, "driver double: libamdhip64: left at the end: %s\n", left.c_str());
  _exit(97);
}

}  // namespace
}  // namespace hip

using namespace hip;  // NOLINT: the entry points have C's names

#pragma GCC visibility push(default)
extern "C" {

Error hipInit(unsigned flags) {
  return call("hipInit", unknown, [&] { return flags == 0 ? success : invalid_value; });
}

Error hipRuntimeGetVersion(int* version) {
  *version = 60241133;
  return success;
}

Error hipDriverGetVersion(int* version) { return hipRuntimeGetVersion(version); }

const char* hipGetErrorName(Error error) {
  const char* name = doubles::name_of(error, kErrorNames);
  return name != nullptr ? name : "hipErrorUnknown";
}

const char* hipGetErrorString(Error error) { return hipGetErrorName(error); }

Error hipGetLastError() { return std::exchange(last_error(), success); }

Error hipPeekAtLastError() { return last_error(); }

Error hipGetDeviceCount(int* count) {
  *count = 0;
  return call("hipGetDeviceCount", no_device, [&] {
    *count = doubles::settings().devices;
    return success;
  });
}

Error hipGetDevice(int* device) {
  return call("hipGetDevice", unknown, [&] {
    *device = current_device();
    return success;
  });
}

Error hipSetDevice(int device) {
  return call("hipSetDevice", invalid_device, [&] {
    if (!is_device(device)) return invalid_device;
    current_device() = device;
    return success;
  });
}

Error hipDeviceGetName(char* name, int bytes, int device) {
  return call("hipDeviceGetName", invalid_device, [&] {
    if (!is_device(device)) return invalid_device;
    std::snprintf(name, static_cast<std::size_t>(bytes), "Double %d", device);
    return success;
  });
}

Error hipDeviceTotalMem(std::size_t* bytes, int device) {
  return call("hipDeviceTotalMem", invalid_device, [&] {
    if (!is_device(device)) return invalid_device;
    *bytes = doubles::settings().memory;
    return success;
  });
}

Error hipDeviceGetPCIBusId(char* id, int bytes, int device) {
  return call("hipDeviceGetPCIBusId", invalid_device, [&] {
    if (!is_device(device)) return invalid_device;
    std::snprintf(id, static_cast<std::size_t>(bytes), "00ff:%02x:00.0", device + 1);
    return success;
  });
}

Error hipDeviceCanAccessPeer(int* can, int device, int peer) {
  return call("hipDeviceCanAccessPeer", invalid_device, [&] {
    if (!is_device(device) || !is_device(peer)) return invalid_device;
    *can = device != peer && doubles::settings().peers ? 1 : 0;
    return success;
  });
}

Error hipDeviceEnablePeerAccess(int peer, unsigned flags) {
  return call("hipDeviceEnablePeerAccess", peer_access_unsupported, [&] {
    if (flags != 0) return invalid_value;
    if (!is_device(peer) || peer == current_device()) return invalid_device;
    if (!doubles::settings().peers) return peer_access_unsupported;
    const std::lock_guard lock(process().mutex);
    auto& peers = process().peers[static_cast<std::size_t>(current_device())];
    return peers.insert(peer).second ? success : peer_access_already_enabled;
  });
}

Error hipDeviceDisablePeerAccess(int peer) {
  return call("hipDeviceDisablePeerAccess", unknown, [&] {
    const std::lock_guard lock(process().mutex);
    auto& peers = process().peers[static_cast<std::size_t>(current_device())];
    return peers.erase(peer) != 0 ? success : peer_access_not_enabled;
  });
}

Error hipDeviceSynchronize() {
  return call("hipDeviceSynchronize", unknown, [&] {
    const int failure = current().finish();
    if (failure != 0) current().breaks(failure);
    return static_cast<Error>(failure);
  });
}

Error hipMemGetInfo(std::size_t* free, std::size_t* total) {
  return call("hipMemGetInfo", unknown, [&] {
    *total = doubles::settings().memory;
    *free = *total - doubles::memory().used(current_device());
    return success;
  });
}

Error hipMalloc(void** pointer, std::size_t bytes) {
  return call("hipMalloc", out_of_memory, [&] {
    *pointer = nullptr;
    if (bytes == 0) return success;
    const BlockRef block = doubles::memory().allocate(current_device(), bytes);
    if (block == nullptr) return out_of_memory;
    *pointer = block->shown;
    return success;
  });
}

Error hipFree(void* pointer) {
  return call("hipFree", unknown, [&] { return free_block(pointer, Place::device, invalid_device_pointer); });
}

Error hipHostMalloc(void** pointer, std::size_t bytes, unsigned flags) {
  return call("hipHostMalloc", out_of_memory, [&] {
    *pointer = nullptr;
    if (bytes == 0) return success;
    const BlockRef block = doubles::memory().pin(bytes, flags);
    if (block == nullptr) return out_of_memory;
    *pointer = block->shown;
    return success;
  });
}

Error hipHostFree(void* pointer) {
  return call("hipHostFree", unknown, [&] { return free_block(pointer, Place::pinned, invalid_value); });
}

Error hipHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
  return call("hipHostRegister", out_of_memory, [&] {
    if (pointer == nullptr || bytes == 0) return invalid_value;
    return doubles::memory().pin_at(pointer, bytes, flags) != nullptr ? success : host_memory_already_registered;
  });
}

Error hipHostGetDevicePointer(void** address, void* pointer, unsigned flags) {
  return call("hipHostGetDevicePointer", unknown, [&] {
    const BlockRef block = doubles::memory().find(pointer);
    if (flags != 0 || block == nullptr || block->place != Place::pinned) return invalid_value;
    *address = pointer;
    return success;
  });
}

Error hipHostUnregister(void* pointer) {
  return call("hipHostUnregister", unknown, [&] {
    const BlockRef block = doubles::memory().starting_at(pointer);
    if (block == nullptr || block->place != Place::pinned || block->fd >= 0) return host_memory_not_registered;
    current().finish();
    doubles::memory().remove(pointer);
    return success;
  });
}

Error hipMemGetAddressRange(void** base, std::size_t* bytes, void* pointer) {
  return call("hipMemGetAddressRange", unknown, [&] {
    const BlockRef block = doubles::memory().find(pointer);
    if (block == nullptr) return not_found;
    *base = block->shown;
    *bytes = block->size;
    return success;
  });
}

Error hipPointerGetAttributes(PointerAttributes* attributes, const void* pointer) {
  return call("hipPointerGetAttributes", invalid_value, [&] {
    const BlockRef block = doubles::memory().find(pointer);
    if (block == nullptr || attributes == nullptr) return invalid_value;
    const bool device = block->place == Place::device;
    void* same = const_cast<void*>(pointer);
    *attributes = PointerAttributes{device ? kMemoryTypeDevice : kMemoryTypeHost,
                                    device ? block->device : 0,
                                    same,
                                    device ? nullptr : same,
                                    0,
                                    block->flags};
    return success;
  });
}

/// Answers every question with zero bytes that it does not know, as the runtime does.
Error hipDrvPointerGetAttributes(unsigned n, const int* attributes, void** data, void* pointer) {
  return call("hipDrvPointerGetAttributes", invalid_value, [&] {
    constexpr int memory_type = 2, buffer_id = 7, is_managed = 8, ordinal = 9, range_start = 11, range_size = 12;
    const BlockRef block = doubles::memory().find(pointer);
    const bool device = block != nullptr && (block->place == Place::device || block->managed);
    for (unsigned i = 0; i < n; ++i) {
      const auto put = [&](auto value) { std::memcpy(data[i], &value, sizeof value); };
      switch (block != nullptr ? attributes[i] : 0) {
        case memory_type:
          put(device ? kMemoryTypeDevice : kMemoryTypeHost);
          break;
        case buffer_id:
          put(block->inode);
          break;
        case is_managed:
          put(block->managed);
          break;
        case ordinal:
          put(block->place == Place::device ? block->device : 0);
          break;
        case range_start:
          put(block->shown);
          break;
        case range_size:
          put(block->size);
          break;
        default:
          put(0);
      }
    }
    return success;
  });
}

Error hipPointerSetAttribute(const void* value, int which, void* pointer) {
  return call("hipPointerSetAttribute", invalid_value, [&] {
    constexpr int sync_memops = 6;
    return value != nullptr && which == sync_memops && doubles::memory().find(pointer) != nullptr ? success
                                                                                                  : invalid_value;
  });
}

Error hipMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
  const Error made = hipHostMalloc(pointer, bytes, 0);
  if (made != success || flags > 2 || *pointer == nullptr) return made;
  const BlockRef block = doubles::memory().find(*pointer);
  block->managed = true;
  block->shareable = false;
  return made;
}

Error hipIpcGetMemHandle(IpcMemHandle* handle, void* pointer) {
  return call("hipIpcGetMemHandle", map_failed, [&] {
    const BlockRef block = doubles::memory().starting_at(pointer);
    if (block == nullptr || block->place != Place::device || block->imported) return invalid_value;
    const doubles::IpcHandle described = doubles::describe(*block, block->fd);
    std::memcpy(handle, &described, sizeof described);
    return success;
  });
}

Error hipIpcOpenMemHandle(void** pointer, IpcMemHandle handle, unsigned flags) {
  return call("hipIpcOpenMemHandle", map_failed, [&] {
    doubles::IpcHandle described;
    std::memcpy(&described, &handle, sizeof described);
    if (flags != kIpcLazyEnablePeerAccess || !doubles::plausible(described)) return invalid_value;
    if (described.device != current_device() && !doubles::settings().peers) return peer_access_unsupported;
    if (doubles::memory().imported(described.inode) != nullptr) return already_mapped;
    BlockRef block;
    switch (doubles::open_from_process(described, current_device(), block)) {
      case doubles::Opening::good:
        *pointer = block->shown;
        return success;
      case doubles::Opening::of_this_process:
        return invalid_context;
      case doubles::Opening::not_a_handle:
        return invalid_value;
      default:
        return map_failed;
    }
  });
}

Error hipIpcCloseMemHandle(void* pointer) {
  return call("hipIpcCloseMemHandle", unknown, [&] {
    const BlockRef block = doubles::memory().starting_at(pointer);
    if (block == nullptr || !block->imported) return invalid_value;
    current().finish();
    doubles::memory().remove(pointer);
    return success;
  });
}

}  // extern "C"
#pragma GCC visibility pop
