#include "memory/local_memory.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include "base/error.hpp"
#include "base/log.hpp"
#include "memkind/copies.hpp"
#include "memkind/describe.hpp"

namespace isthmus::memory {
namespace {

/// What allocate_local() has allocated, by address.
struct Allocated {
  const memkind::Kind* kind;
  memkind::Region region;
};
std::map<void*, Allocated> allocations;
std::mutex mutex;

memkind::Place place_of(const void* address) {
  return {*memkind::describe(address).kind, static_cast<char*>(const_cast<void*>(address))};
}

}  // namespace

void* allocate_local(const char* call, const char* kind, int device, std::size_t bytes) {
  const memkind::Kind* const wanted = &memkind::find_kind(call, kind);
  config::PartitionSpec spec;
  spec.id = config::kMaxPartitions + 1;  // what is said of it calls it a space
  spec.kind = kind;
  spec.device = device;
  spec.size = (bytes + memkind::kRegionAlignment - 1) / memkind::kRegionAlignment * memkind::kRegionAlignment;
  Allocated made{wanted, wanted->alloc(spec, nullptr)};
  void* const address = made.region.address;
  const std::lock_guard lock(mutex);
  allocations.emplace(address, std::move(made));
  return address;
}

void free_local(const char* call, void* address) {
  const std::lock_guard lock(mutex);
  const auto found = allocations.find(address);
  if (found == allocations.end())
    base::fatal(
        call,
        base::text("%p was not allocated by shmemx_local_malloc, or was freed; pass what it returned, once", address));
  found->second.kind->free(found->second.region);
  allocations.erase(found);
}

void copy_local(void* dest, const void* source, std::size_t bytes) {
  if (bytes == 0) return;
  if (memkind::any_driver())
    memkind::copy(place_of(dest), place_of(source), bytes);
  else
    std::memcpy(dest, source, bytes);
}

bool share_local(const void* address, LocalHandle& handle) {
  const memkind::Described found = memkind::describe(address);
  if (!found.kind->device || !found.allocation.shareable) return false;
  try {
    const memkind::Handle exported = found.kind->export_handle(found.allocation.region());
    if (exported.fd.get() >= 0) return false;
    const auto& kinds = memkind::kinds();
    handle = {.kind = static_cast<std::size_t>(std::find(kinds.begin(), kinds.end(), found.kind) - kinds.begin()),
              .bytes = found.allocation.bytes,
              .offset = static_cast<std::size_t>(static_cast<const char*>(address) - found.allocation.base),
              .driver = exported.bytes};
    return true;
  } catch (const base::SetupError& failure) {
    base::debug(base::text("memory is not shared: %s", failure.what()));
    return false;
  }
}

void* map_local(const LocalHandle& handle) {
  if (handle.kind >= memkind::kinds().size()) return nullptr;
  memkind::Handle imported;
  imported.bytes = handle.driver;
  try {
    void* const base = memkind::kinds()[handle.kind]->import_handle(imported, handle.bytes);
    return static_cast<char*>(base) + handle.offset;
  } catch (const base::SetupError& failure) {
    base::debug(base::text("memory of another PE is not mapped: %s", failure.what()));
    return nullptr;
  }
}

}  // namespace isthmus::memory
