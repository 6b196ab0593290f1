// The functions of shmemx_omp.h by which programs select objects and query mapped ones.
#include <shmemx_omp.h>

#include "device.hpp"
#include "export.hpp"
#include "job.hpp"
#include "say.hpp"
#include "selection.hpp"
#include "vendor.hpp"

using namespace isthmus::omp;

ISTHMUS_EXPORT int shmemx_omp_map_symmetric(const void* ptr, size_t bytes) {
  if (mode == Mode::off && shmemx_omp_device() >= 0) return 1;
  if (!can_serve("shmemx_omp_map_symmetric")) return 1;
  add_range(reinterpret_cast<std::uintptr_t>(ptr), bytes);
  return 0;
}

ISTHMUS_EXPORT int shmemx_omp_unmap_symmetric(const void* ptr) {
  return remove_range(reinterpret_cast<std::uintptr_t>(ptr)) ? 0 : 1;
}

ISTHMUS_EXPORT void shmemx_omp_scope_begin() { ++scopes; }
ISTHMUS_EXPORT void shmemx_omp_scope_end() { --scopes; }

ISTHMUS_EXPORT void* shmemx_device_ptr(const void* ptr) {
  const Vendor* runtime = find_vendor();
  if (!runtime) return nullptr;
  if (void* mapped = runtime->mapped_ptr(ptr, runtime->default_device())) return mapped;
  return std::string(shmemx_kind_of(ptr)) == "HOST" ? nullptr : const_cast<void*>(ptr);
}

ISTHMUS_EXPORT void* shmemx_omp_copy(const void* ptr) {
  Device* device = mode == Mode::off || !find_vendor() ? nullptr : serving_device(-1);
  void* copy = device && device->has_objects() ? device->storage().mirrored(ptr) : nullptr;
  if (!copy) return const_cast<void*>(ptr);
  const std::lock_guard lock(device->mutex);
  return device->find(reinterpret_cast<std::uintptr_t>(ptr), 1, false).entry ? copy : const_cast<void*>(ptr);
}

ISTHMUS_EXPORT int shmemx_omp_object_query(const void* ptr, int number, shmemx_omp_object_t* object) {
  *object = {};
  Device* device = find_vendor() ? serving_device(number) : nullptr;
  if (!device) return 1;
  const std::lock_guard lock(device->mutex);
  if (const Entry* entry = device->find(reinterpret_cast<std::uintptr_t>(ptr), 1, false).entry)
    *object = {static_cast<int>(entry->block.place), vendor().mapped_ptr(ptr, device->number()), entry->references,
               entry->holds};
  return 0;
}

ISTHMUS_EXPORT int shmemx_omp_query(int number, shmemx_omp_info_t* info) {
  *info = {};
  Device* device = find_vendor() ? serving_device(number) : nullptr;
  if (!device) return 1;
  const std::lock_guard lock(device->mutex);
  *info = device->info();
  return 0;
}

ISTHMUS_EXPORT int __tgt_set_shmem_allocator(void* (*malloc_fn)(size_t, int), void (*free_fn)(void*), int number) {
  if (!can_serve("__tgt_set_shmem_allocator")) return 1;
  Device* device = serving_device(number);
  if (!device || !malloc_fn != !free_fn) return 1;
  const std::lock_guard lock(device->mutex);
  const bool pool = !malloc_fn || malloc_fn == shmem_partition_malloc;
  if (device->use(pool ? Functions{} : Functions{malloc_fn, free_fn}) != 0) return 1;
  device->take_all(malloc_fn != nullptr);
  return 0;
}
