// The double of libcuda.so.1: virtual memory management. Physical memory is a memfd; what cuMemMap maps is a block of
// it.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <mutex>
#include <set>

#include "cuda.hpp"
#include "cuda_state.hpp"

namespace cuda {
namespace {

using doubles::BlockRef;

constexpr std::size_t kGranularity = std::size_t{2} << 20;

struct Physical {
  int fd;
  std::size_t bytes;
  int device;
  bool exportable;
  int holders = 1;
};
std::mutex& mutex() {
  static std::mutex& ours = *new std::mutex;
  return ours;
}
std::set<Physical*>& all() {
  static auto& ours = *new std::set<Physical*>;
  return ours;
}

/// Null if there is no such handle. mutex() must be held.
Physical* find(std::uint64_t handle) {
  auto* const physical = reinterpret_cast<Physical*>(handle);
  return all().count(physical) != 0 ? physical : nullptr;
}
std::uint64_t keep(Physical made) {
  auto* const physical = new Physical(made);
  all().insert(physical);
  return reinterpret_cast<std::uint64_t>(physical);
}
void let_go(Physical* physical) {
  if (--physical->holders > 0) return;
  close(physical->fd);
  all().erase(physical);
  delete physical;
}

}  // namespace
}  // namespace cuda

using namespace cuda;  // NOLINT: the entry points have C's names

#pragma GCC visibility push(default)
extern "C" {

Error cuMemCreate(std::uint64_t* physical, std::size_t bytes, const AllocationProp* prop, std::uint64_t flags) {
  return call("cuMemCreate", Needs::initialisation, out_of_memory, [&] {
    if (bytes == 0 || bytes % kGranularity != 0 || flags != 0 || prop->type != kPinnedAllocation) return invalid_value;
    if (prop->location != kOnDevice || !is_device(prop->device)) return invalid_device;
    const int fd = doubles::new_memfd(bytes);
    if (fd < 0) return out_of_memory;
    const std::lock_guard lock(mutex());
    *physical = keep({fd, bytes, prop->device, (prop->handle_types & kPosixDescriptor) != 0});
    return success;
  });
}

Error cuMemRelease(std::uint64_t handle) {
  return call("cuMemRelease", Needs::initialisation, unknown, [&] {
    const std::lock_guard lock(mutex());
    Physical* const physical = find(handle);
    if (physical == nullptr) return invalid_value;
    let_go(physical);
    return success;
  });
}

Error cuMemRetainAllocationHandle(std::uint64_t* handle, void* address) {
  return call("cuMemRetainAllocationHandle", Needs::initialisation, invalid_value, [&] {
    const BlockRef block = doubles::memory().find(address);
    if (block == nullptr || block->physical == nullptr) return invalid_value;
    const std::lock_guard lock(mutex());
    ++static_cast<Physical*>(block->physical)->holders;
    *handle = reinterpret_cast<std::uint64_t>(block->physical);
    return success;
  });
}

Error cuMemExportToShareableHandle(void* descriptor, std::uint64_t handle, int type, std::uint64_t flags) {
  return call("cuMemExportToShareableHandle", Needs::initialisation, not_supported, [&] {
    const std::lock_guard lock(mutex());
    const Physical* const physical = find(handle);
    if (physical == nullptr || type != kPosixDescriptor || flags != 0 || !physical->exportable) return invalid_value;
    *static_cast<int*>(descriptor) = fcntl(physical->fd, F_DUPFD_CLOEXEC, 0);
    return success;
  });
}

Error cuMemImportFromShareableHandle(std::uint64_t* handle, void* descriptor, int type) {
  return call("cuMemImportFromShareableHandle", Needs::initialisation, not_supported, [&] {
    struct stat found {};
    const int fd = static_cast<int>(reinterpret_cast<std::uintptr_t>(descriptor));
    if (type != kPosixDescriptor || fstat(fd, &found) != 0) return invalid_value;
    const std::lock_guard lock(mutex());
    *handle = keep({fcntl(fd, F_DUPFD_CLOEXEC, 0), static_cast<std::size_t>(found.st_size), 0, true});
    return success;
  });
}

Error cuMemAddressReserve(Address* address, std::size_t bytes, std::size_t, Address, std::uint64_t flags) {
  return call("cuMemAddressReserve", Needs::initialisation, out_of_memory, [&] {
    if (bytes == 0 || bytes % kGranularity != 0 || flags != 0) return invalid_value;
    *address = address_of(doubles::Memory::reserve(bytes));
    return *address != 0 ? success : out_of_memory;
  });
}

/// The addresses went with the block that was mapped there.
Error cuMemAddressFree(Address address, std::size_t) {
  return call("cuMemAddressFree", Needs::initialisation, unknown,
              [&] { return doubles::memory().find(pointer_to(address)) == nullptr ? success : invalid_value; });
}

Error cuMemMap(Address address, std::size_t bytes, std::size_t offset, std::uint64_t handle, std::uint64_t flags) {
  return call("cuMemMap", Needs::initialisation, invalid_value, [&] {
    const std::lock_guard lock(mutex());
    Physical* const physical = find(handle);
    if (physical == nullptr || offset != 0 || flags != 0 || bytes != physical->bytes) return invalid_value;
    const BlockRef block = doubles::memory().import(physical->fd, bytes, 0, physical->device, physical->device,
                                                    static_cast<char*>(pointer_to(address)));
    if (block == nullptr) return out_of_memory;
    block->physical = physical;
    block->shareable = physical->exportable;
    ++physical->holders;
    return success;
  });
}

Error cuMemUnmap(Address address, std::size_t bytes) {
  return call("cuMemUnmap", Needs::initialisation, unknown, [&] {
    const BlockRef block = doubles::memory().starting_at(pointer_to(address));
    if (block == nullptr || block->physical == nullptr || block->size != bytes) return invalid_value;
    doubles::memory().remove(pointer_to(address));
    const std::lock_guard lock(mutex());
    let_go(static_cast<Physical*>(block->physical));
    return success;
  });
}

Error cuMemSetAccess(Address address, std::size_t bytes, const AccessDesc* access, std::size_t n) {
  return call("cuMemSetAccess", Needs::initialisation, invalid_value, [&] {
    const BlockRef block = doubles::memory().starting_at(pointer_to(address));
    if (block == nullptr || block->physical == nullptr || block->size != bytes || n != 1) return invalid_value;
    if (access->location != kOnDevice || !is_device(access->device) || access->flags != kReadWrite)
      return invalid_value;
    return success;
  });
}

}  // extern "C"
#pragma GCC visibility pop
