// The double of libcuda.so.1: memory of devices, pinned memory, what is known of pointers, handles for other processes.
#include <sys/types.h>
#include <unistd.h>

#include <cstring>

#include "core/ipc.hpp"
#include "cuda.hpp"
#include "cuda_state.hpp"

namespace cuda {
namespace {

using doubles::Block;
using doubles::BlockRef;
using doubles::Place;

/// Answers the pointer attribute `which` of the memory at `pointer`. False if the driver has no answer, as for most
/// attributes of pageable memory.
bool attribute(const BlockRef& block, int which, Address pointer, void* data) {
  const auto put = [data](auto value) {
    std::memcpy(data, &value, sizeof value);
    return true;
  };
  if (block == nullptr) return false;
  const bool device = block->place == Place::device || block->managed;
  switch (which) {
    case kAttributeContext:
      return put(&process().contexts[static_cast<std::size_t>(device && !block->managed ? block->device : 0)]);
    case kAttributeMemoryType:
      return put(device ? kMemoryTypeDevice : kMemoryTypeHost);
    case kAttributeDevicePointer:
      return put(pointer);
    case kAttributeHostPointer:
      return !device && put(pointer);
    case kAttributeBufferId:
      return put(static_cast<std::uint64_t>(block->inode));
    case kAttributeIsManaged:
      return put(static_cast<unsigned>(block->managed));
    case kAttributeSyncMemops:
      return put(0U);
    case kAttributeDeviceOrdinal:
      return put(device && !block->managed ? block->device : 0);
    case kAttributeIpcCapable:
      return put(device && block->shareable && !block->imported ? 1 : 0);
    case kAttributeRangeStart:
      return put(address_of(block->shown));
    case kAttributeRangeSize:
      return put(block->size);
    case kAttributeHandleTypes:
      return put(static_cast<std::uint64_t>(block->physical != nullptr && block->shareable ? kPosixDescriptor : 0));
    case kAttributeMapped:
      return put(1);
    default:
      return false;
  }
}

Error free_block(const void* start, Place place) {
  const BlockRef block = doubles::memory().starting_at(start);
  const Place kept = block != nullptr && block->managed ? Place::device : block != nullptr ? block->place : place;
  if (block == nullptr || kept != place || block->imported || (place == Place::pinned && block->fd < 0)) {
    return invalid_value;
  }
  current().finish();  // as the driver does before it gives memory back
  doubles::memory().remove(start);
  return success;
}

}  // namespace
}  // namespace cuda

using namespace cuda;  // NOLINT: the entry points have C's names

#pragma GCC visibility push(default)
extern "C" {

Error cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  return call("cuMemGetInfo_v2", Needs::context, unknown, [&] {
    *total = doubles::settings().memory;
    *free = *total - doubles::memory().used(current().device());
    return success;
  });
}

Error cuMemAlloc_v2(Address* address, std::size_t bytes) {
  return call("cuMemAlloc_v2", Needs::context, out_of_memory, [&] {
    if (bytes == 0) return invalid_value;
    const BlockRef block = doubles::memory().allocate(current().device(), bytes);
    if (block == nullptr) return out_of_memory;
    *address = address_of(block->shown);
    return success;
  });
}

/// Managed memory lies in host memory, which is one of the places where a driver may keep it.
Error cuMemAllocManaged(Address* address, std::size_t bytes, unsigned flags) {
  return call("cuMemAllocManaged", Needs::context, out_of_memory, [&] {
    if (bytes == 0 || flags == 0 || flags > 2) return invalid_value;
    const BlockRef block = doubles::memory().pin(bytes, 0);
    if (block == nullptr) return out_of_memory;
    block->managed = true;
    block->shareable = false;
    *address = address_of(block->shown);
    return success;
  });
}

/// Memory of the default pool, which no other process can open.
Error cuMemAllocAsync(Address* address, std::size_t bytes, StreamHandle) {
  const Error made = cuMemAlloc_v2(address, bytes);
  if (made == success) doubles::memory().find(pointer_to(*address))->shareable = false;
  return made;
}

Error cuMemFreeAsync(Address address, StreamHandle) { return cuMemFree_v2(address); }

Error cuMemFree_v2(Address address) {
  return call("cuMemFree_v2", Needs::context, unknown,
              [&] { return address == 0 ? success : free_block(pointer_to(address), Place::device); });
}

Error cuMemGetAddressRange_v2(Address* base, std::size_t* bytes, Address address) {
  return call("cuMemGetAddressRange_v2", Needs::context, unknown, [&] {
    const BlockRef block = doubles::memory().find(pointer_to(address));
    if (block == nullptr) return not_found;
    if (base != nullptr) *base = address_of(block->shown);
    if (bytes != nullptr) *bytes = block->size;
    return success;
  });
}

Error cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  return call("cuMemHostAlloc", Needs::context, out_of_memory, [&] {
    if (flags > 7) return invalid_value;
    *pointer = nullptr;
    if (bytes == 0) return success;
    const BlockRef block = doubles::memory().pin(bytes, flags);
    if (block == nullptr) return out_of_memory;
    *pointer = block->shown;
    return success;
  });
}

Error cuMemAllocHost_v2(void** pointer, std::size_t bytes) { return cuMemHostAlloc(pointer, bytes, 0); }

Error cuMemFreeHost(void* pointer) {
  return call("cuMemFreeHost", Needs::context, unknown, [&] { return free_block(pointer, Place::pinned); });
}

Error cuMemHostGetDevicePointer_v2(Address* address, void* pointer, unsigned flags) {
  return call("cuMemHostGetDevicePointer_v2", Needs::context, unknown, [&] {
    const BlockRef block = doubles::memory().find(pointer);
    if (flags != 0 || block == nullptr || block->place != Place::pinned) return invalid_value;
    *address = address_of(pointer);
    return success;
  });
}

Error cuMemHostRegister_v2(void* pointer, std::size_t bytes, unsigned flags) {
  return call("cuMemHostRegister_v2", Needs::context, out_of_memory, [&] {
    if (bytes == 0 || pointer == nullptr) return invalid_value;
    return doubles::memory().pin_at(pointer, bytes, flags) != nullptr ? success : host_memory_already_registered;
  });
}

Error cuMemHostUnregister(void* pointer) {
  return call("cuMemHostUnregister", Needs::context, unknown, [&] {
    const BlockRef block = doubles::memory().starting_at(pointer);
    if (block == nullptr || block->place != Place::pinned || block->fd >= 0) return host_memory_not_registered;
    current().finish();
    doubles::memory().remove(pointer);
    return success;
  });
}

Error cuPointerGetAttribute(void* data, int which, Address pointer) {
  return call("cuPointerGetAttribute", Needs::initialisation, invalid_value, [&] {
    return attribute(doubles::memory().find(pointer_to(pointer)), which, pointer, data) ? success : invalid_value;
  });
}

Error cuPointerGetAttributes(unsigned n, const int* attributes, void** data, Address pointer) {
  return call("cuPointerGetAttributes", Needs::initialisation, invalid_value, [&] {
    const BlockRef block = doubles::memory().find(pointer_to(pointer));
    for (unsigned i = 0; i < n; ++i) {
      if (attribute(block, attributes[i], pointer, data[i])) continue;
      // cuPointerGetAttributes does not fail for unknown memory but answers with null values.
      const int nothing = attributes[i] == kAttributeDeviceOrdinal ? -2 : 0;
      std::memcpy(data[i], &nothing, sizeof nothing);
    }
    return success;
  });
}

Error cuPointerSetAttribute(const void* value, int which, Address pointer) {
  return call("cuPointerSetAttribute", Needs::initialisation, unknown, [&] {
    const BlockRef block = doubles::memory().find(pointer_to(pointer));
    return value != nullptr && which == kAttributeSyncMemops && block != nullptr ? success : invalid_value;
  });
}

Error cuIpcGetMemHandle(IpcMemHandle* handle, Address address) {
  return call("cuIpcGetMemHandle", Needs::context, invalid_value, [&] {
    const BlockRef block = doubles::memory().starting_at(pointer_to(address));
    if (block == nullptr || block->place != Place::device || block->imported || !block->shareable) {
      return invalid_value;
    }
    const doubles::IpcHandle described = doubles::describe(*block, block->fd);
    std::memcpy(handle, &described, sizeof described);
    return success;
  });
}

Error cuIpcOpenMemHandle_v2(Address* address, IpcMemHandle handle, unsigned flags) {
  return call("cuIpcOpenMemHandle_v2", Needs::context, map_failed, [&] {
    doubles::IpcHandle described;
    std::memcpy(&described, &handle, sizeof described);
    if (flags != kIpcLazyEnablePeerAccess || !doubles::plausible(described)) return invalid_value;
    if (described.device != current().device() && !doubles::settings().peers) return peer_access_unsupported;
    // Current drivers count how often a handle was opened; older ones refuse a second time, and so does the double.
    if (doubles::memory().imported(described.inode) != nullptr) return already_mapped;
    BlockRef block;
    switch (doubles::open_from_process(described, current().device(), block)) {
      case doubles::Opening::good:
        *address = address_of(block->shown);
        return success;
      case doubles::Opening::of_this_process:
        return invalid_context;
      case doubles::Opening::no_room:
        return map_failed;
      default:
        return invalid_value;
    }
  });
}

Error cuIpcCloseMemHandle(Address address) {
  return call("cuIpcCloseMemHandle", Needs::context, unknown, [&] {
    const BlockRef block = doubles::memory().starting_at(pointer_to(address));
    if (block == nullptr || !block->imported) return invalid_value;
    current().finish();
    doubles::memory().remove(pointer_to(address));
    return success;
  });
}

}  // extern "C"
#pragma GCC visibility pop
