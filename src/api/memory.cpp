// The symmetric heap and the other partitions. All calls are collective and run the same deterministic allocator on
// every PE, so success, failure and addresses agree without communication; the barriers are there since the
// specification requires them.
#include <bit>

#include "api/stamp.hpp"
#include "base/error.hpp"
#include "base/log.hpp"
#include "device/calls.hpp"
#include "runtime/lifetime.hpp"
#include "runtime/spaces.hpp"

using namespace isthmus;
using memory::kAnyType;
using memory::Partition;
using runtime::world;

namespace {

/// Without SHMEM_CHECK, alignments below the size of a pointer are accepted although the specification excludes them,
/// since the allocator supports them.
bool valid_alignment(const char* call, std::size_t alignment) {
  if (std::has_single_bit(alignment) && (alignment >= sizeof(void*) || !world.context.checks())) return true;
  const std::string line =
      base::text("alignment %zu is not a power of two that holds a pointer; use 8, 16, 32, ..", alignment);
  if (world.context.checks()) base::fatal(call, line);
  base::say(base::text("%s: %s (NULL is returned)", call, line.c_str()));
  return false;
}

void* allocate(const char* call, Partition& partition, std::size_t alignment, std::size_t size, long hints = 0) {
  if (size == 0) return nullptr;
  if (!valid_alignment(call, alignment)) return nullptr;
  runtime::match_all(call, size, alignment + static_cast<std::uint64_t>(hints));
  void* p = partition.allocate(size, alignment);
  if (!p)
    base::debug(base::text("%s: %zu bytes (alignment %zu) do not fit in partition %d: %zu of %zu bytes are used", call,
                           size, alignment, partition.id(), partition.pool().used(), partition.pool().bytes()));
  runtime::barrier_all(call);
  return p;
}

Partition& heap(const char* call) { return runtime::job(call).memory->heap(); }

Partition& partition(const char* call, int id) {
  Partition* found = runtime::job(call).memory->partition(id);
  if (!found && config::is_space(id))
    base::fatal(call, base::text("%d is no space; pass what shmemx_space_create returned, before it is destroyed", id));
  if (!found)
    base::fatal(call, base::text("partition %d is not configured; set SHMEM_SYMMETRIC_PARTITION%d=SIZE=<size>", id, id));
  return *found;
}

Partition& owner(const char* call, const void* p) {
  Partition* found = runtime::job(call).memory->partition_of(p);
  if (!found || found->extent(p) == 0)
    base::fatal(call, base::text("%p is not an allocated block of symmetric memory; freed twice, or not from "
                                 "shmem_malloc?",
                                 p));
  return *found;
}

void release(const char* call, void* p) {
  if (!p) return;
  Partition& from = owner(call, p);
  runtime::match_all(call, from.segment().offset(p));
  runtime::barrier_all(call);
  from.free(p);
}

void* resize(const char* call, void* p, std::size_t size) {
  if (!p) return allocate(call, heap(call), kAnyType, size);
  if (size == 0) {
    release(call, p);
    return nullptr;
  }
  Partition& from = owner(call, p);
  runtime::match_all(call, from.segment().offset(p), size);
  const std::size_t had = from.extent(p);
  if (size <= had) {
    from.shrink(p, size);
    runtime::barrier_all(call);
    return p;
  }
  if (from.grow(p, size)) {
    runtime::barrier_all(call);
    return p;
  }
  runtime::barrier_all(call);  // puts of other PEs to the old block arrive before it is copied
  void* bigger = from.allocate(size, kAnyType);
  if (bigger) {
    from.segment().kind->copy(bigger, p, had);
    from.free(p);
  }
  runtime::barrier_all(call);
  return bigger;
}

}  // namespace

API(void*, shmem_malloc, (size_t size)) { return allocate("shmem_malloc", heap("shmem_malloc"), kAnyType, size); }

API(void*, shmem_malloc_with_hints, (size_t size, long hints)) {
  return allocate("shmem_malloc_with_hints", heap("shmem_malloc_with_hints"), kAnyType, size, hints);
}

API(void*, shmem_calloc, (size_t count, size_t size)) {
  Partition& from = heap("shmem_calloc");
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) bytes = SIZE_MAX;  // never fits, so all PEs return null
  if (bytes == 0) return nullptr;
  runtime::match_all("shmem_calloc", count, size);
  void* p = from.allocate(bytes, kAnyType);
  if (p) from.segment().kind->fill(p, 0, bytes);
  runtime::barrier_all("shmem_calloc");
  return p;
}

API(void*, shmem_align, (size_t alignment, size_t size)) {
  return allocate("shmem_align", heap("shmem_align"), alignment, size);
}

API(void*, shmem_realloc, (void* ptr, size_t size)) { return resize("shmem_realloc", ptr, size); }
API(void, shmem_free, (void* ptr)) { release("shmem_free", ptr); }
API(void*, shmalloc, (size_t size)) { return allocate("shmalloc", heap("shmalloc"), kAnyType, size); }
API(void, shfree, (void* ptr)) { release("shfree", ptr); }
API(void*, shrealloc, (void* ptr, size_t size)) { return resize("shrealloc", ptr, size); }
API(void*, shmemalign, (size_t alignment, size_t size)) {
  return allocate("shmemalign", heap("shmemalign"), alignment, size);
}

EXTENSION(void*, shmem_partition_malloc, (size_t size, int id)) {
  return allocate("shmem_partition_malloc", partition("shmem_partition_malloc", id), kAnyType, size);
}

EXTENSION(void*, shmem_partition_align, (size_t alignment, size_t size, int id)) {
  return allocate("shmem_partition_align", partition("shmem_partition_align", id), alignment, size);
}

EXTENSION(void, shmem_partition_free, (void* ptr)) { release("shmem_partition_free", ptr); }

EXTENSION(shmemx_space_t, shmemx_space_create, (const char* description)) {
  runtime::barrier_all("shmemx_space_create");
  int space = 0;
  try {
    space = runtime::create_space(runtime::job("shmemx_space_create"), description);
  } catch (const base::SetupError& failure) {  // the launcher is gone
    base::fatal("shmemx_space_create", failure.what());
  }
  device::update();
  return space;
}

EXTENSION(void*, shmemx_space_malloc, (shmemx_space_t space, size_t size)) {
  return allocate("shmemx_space_malloc", partition("shmemx_space_malloc", space), kAnyType, size);
}

EXTENSION(void, shmemx_space_destroy, (shmemx_space_t space)) {
  runtime::destroy_space(runtime::job("shmemx_space_destroy"), "shmemx_space_destroy", space);
  device::update();
}

EXTENSION(int, shmemx_partition_of, (const void* ptr)) {
  const Partition* found = runtime::job("shmemx_partition_of").memory->partition_of(ptr);
  return found ? found->id() : 0;
}

EXTENSION(const char*, shmemx_kind_of, (const void* ptr)) {
  return runtime::job("shmemx_kind_of").memory->kind_of(ptr).name;
}

EXTENSION(int, shmemx_heap_query, (int id, shmemx_heap_info_t* info)) {
  const Partition* found = runtime::job("shmemx_heap_query").memory->partition(id);
  if (!found) return 1;
  *info = {found->pool().bytes(), found->pool().used(), found->pool().largest_free()};
  return 0;
}

EXTENSION(int, shmemx_partition_query, (int id, shmemx_partition_info_t* info)) {
  const Partition* found = runtime::job("shmemx_partition_query").memory->partition(id);
  if (!found) return 1;
  const memory::Segment& segment = found->segment();
  // The size of the program's part: the segment may end with memory of the library's own.
  *info = {reinterpret_cast<void*>(segment.base), found->pool().bytes(), segment.kind->name, found->region().device};
  return 0;
}
