// omp_shmem_mem_space and omp_shmem_mem_alloc, which let OpenMP's allocator functions allocate from the pool of the
// default device. Calls with any other allocator are passed to the OpenMP runtime.
#include <dlfcn.h>
#include <pshmem.h>
#include <shmemx_omp.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <forward_list>
#include <optional>
#include <unordered_map>

#include "device.hpp"
#include "export.hpp"
#include "job.hpp"
#include "say.hpp"
#include "vendor.hpp"

namespace isthmus::omp {
namespace {

using Handle = std::uintptr_t;
constexpr Handle kOwn = 0x5348;  // the value of omp_shmem_mem_space and omp_shmem_mem_alloc

/// The omp_alloctrait_t of omp.h, with the keys and values that are used here.
struct Trait {
  int key;
  std::uintptr_t value;
};
constexpr int kAlignment = 2, kFallback = 5;
constexpr std::uintptr_t kAbort = 13;

struct Allocator {
  std::size_t alignment = 1;
  bool must_succeed = false;
};

struct Allocated {
  Device* device;
  Block block;
  std::size_t bytes;  ///< the size that was asked for; the block is larger if it had to be aligned
};

std::mutex mutex;  // guards `allocators` and `allocated`
std::forward_list<Allocator> allocators;
std::unordered_map<const void*, Allocated> allocated;
const Allocator default_allocator;

/// The OpenMP runtime's function of that name, which ours of the same name hides.
template <typename Function>
Function* runtime_function(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  if (!found) fail(name, "no OpenMP runtime with allocators is in this process; build with clang -fopenmp");
  return reinterpret_cast<Function*>(found);
}

/// The allocator of this handle, or null if it is the OpenMP runtime's.
const Allocator* own(Handle handle) {
  if (handle == kOwn) return &default_allocator;
  const std::lock_guard lock(mutex);
  for (const Allocator& one : allocators)
    if (reinterpret_cast<Handle>(&one) == handle) return &one;
  return nullptr;
}

void* allocate(const char* call, const Allocator& allocator, std::size_t alignment, std::size_t bytes) {
  if (!can_serve(call) || bytes == 0) return nullptr;
  Device* device = serving_device(-1);
  if (!device) {
    tell_why_not(-1);
    return nullptr;
  }
  alignment = std::max(alignment, allocator.alignment);
  Allocated one{device, {}, bytes};
  {
    const std::lock_guard lock(device->mutex);
    one.block = device->storage().take(0, bytes, alignment > Pool::kAlignment ? alignment : 0, [] { return ""; });
  }
  if (!one.block.start) {
    if (allocator.must_succeed) fail(call, text("no room for %zu bytes, and abort_fb was asked for", bytes));
    return nullptr;
  }
  const auto start = reinterpret_cast<std::uintptr_t>(one.block.start);
  auto* aligned = reinterpret_cast<void*>((start + alignment - 1) & -alignment);
  const std::lock_guard lock(mutex);
  allocated[aligned] = one;
  return aligned;
}

/// Frees a block that was allocated here. Returns false if it was not.
bool release(const void* pointer) {
  std::unique_lock lock(mutex);
  const auto found = allocated.find(pointer);
  if (found == allocated.end()) return false;
  const Allocated one = found->second;
  allocated.erase(found);
  lock.unlock();
  const std::lock_guard device_lock(one.device->mutex);
  if (one.device->serves()) one.device->storage().give_back(one.block, {});
  return true;
}

/// The size that was asked for, or nothing if the block was not allocated here.
std::optional<std::size_t> size_of(const void* pointer) {
  const std::lock_guard lock(mutex);
  const auto found = allocated.find(pointer);
  if (found == allocated.end()) return std::nullopt;
  return found->second.bytes;
}

void* resize_by_runtime(void* pointer, std::size_t bytes, Handle handle, Handle free_handle) {
  return runtime_function<void*(void*, std::size_t, Handle, Handle)>("omp_realloc")(pointer, bytes, handle,
                                                                                    free_handle);
}

void free_by_runtime(void* pointer, Handle handle) {
  runtime_function<void(void*, Handle)>("omp_free")(pointer, handle);
}

/// Moves a block of ours to memory of the runtime. Returns null, and keeps the block, if the runtime has no room.
void* move_out(void* pointer, std::size_t had, std::size_t bytes, Handle handle) {
  void* moved = bytes == 0 ? nullptr : runtime_function<void*(std::size_t, Handle)>("omp_alloc")(bytes, handle);
  if (moved) pshmem_getmem(moved, pointer, std::min(bytes, had), pshmem_my_pe());
  if (moved || bytes == 0) release(pointer);
  return moved;
}

/// Copies to a block of ours. The bytes are there on return, since kernels that begin next read them.
void copy_in(void* ours, const void* from, std::size_t bytes) {
  pshmem_putmem(ours, from, bytes, pshmem_my_pe());
  pshmem_quiet();
}

/// Copies a block of the runtime to one of ours and frees it. Only the runtime knows the block's size, so the runtime
/// first resizes it to the size of ours. Returns false, with nothing changed, if there is no room for that.
bool move_in(void* ours, void* pointer, std::size_t bytes, Handle free_handle) {
  void* resized = resize_by_runtime(pointer, bytes, free_handle, free_handle);
  if (!resized) return false;
  copy_in(ours, resized, bytes);
  free_by_runtime(resized, free_handle);
  return true;
}

void* zeroed(void* pointer, std::size_t bytes) {
  if (!pointer) return nullptr;
  static constexpr std::array<char, 4096> zeros{};
  for (std::size_t done = 0; done < bytes; done += zeros.size())
    pshmem_putmem(static_cast<char*>(pointer) + done, zeros.data(), std::min(zeros.size(), bytes - done),
                  pshmem_my_pe());
  pshmem_quiet();
  return pointer;
}

}  // namespace
}  // namespace isthmus::omp

using namespace isthmus::omp;

ISTHMUS_EXPORT Handle omp_init_allocator(Handle space, int n, const Trait* traits) {
  if (space != kOwn) return runtime_function<Handle(Handle, int, const Trait*)>("omp_init_allocator")(space, n, traits);
  Allocator allocator;
  for (int i = 0; i < n; ++i) {
    if (traits[i].key == kAlignment) allocator.alignment = traits[i].value;
    if (traits[i].key == kFallback) allocator.must_succeed = traits[i].value == kAbort;
  }
  const std::lock_guard lock(mutex);
  allocators.push_front(allocator);
  return reinterpret_cast<Handle>(&allocators.front());
}

ISTHMUS_EXPORT void omp_destroy_allocator(Handle handle) {
  if (handle == kOwn) return;
  if (!own(handle)) return runtime_function<void(Handle)>("omp_destroy_allocator")(handle);
  const std::lock_guard lock(mutex);
  allocators.remove_if([&](const Allocator& one) { return reinterpret_cast<Handle>(&one) == handle; });
}

ISTHMUS_EXPORT void* omp_alloc(size_t bytes, Handle handle) {
  if (const Allocator* ours = own(handle)) return allocate("omp_alloc", *ours, 1, bytes);
  return runtime_function<void*(size_t, Handle)>("omp_alloc")(bytes, handle);
}

ISTHMUS_EXPORT void* omp_aligned_alloc(size_t alignment, size_t bytes, Handle handle) {
  if (const Allocator* ours = own(handle)) return allocate("omp_aligned_alloc", *ours, alignment, bytes);
  return runtime_function<void*(size_t, size_t, Handle)>("omp_aligned_alloc")(alignment, bytes, handle);
}

ISTHMUS_EXPORT void* omp_calloc(size_t n, size_t size, Handle handle) {
  const Allocator* ours = own(handle);
  if (!ours) return runtime_function<void*(size_t, size_t, Handle)>("omp_calloc")(n, size, handle);
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(n, size, &bytes)) return nullptr;
  return zeroed(allocate("omp_calloc", *ours, 1, bytes), bytes);
}

ISTHMUS_EXPORT void* omp_realloc(void* pointer, size_t bytes, Handle handle, Handle free_handle) {
  const Allocator* ours = own(handle);
  const std::optional<std::size_t> had = size_of(pointer);
  if (!ours && !had) return resize_by_runtime(pointer, bytes, handle, free_handle);
  if (!ours) return move_out(pointer, *had, bytes, handle);
  if (bytes == 0) {
    if (!release(pointer) && pointer) free_by_runtime(pointer, free_handle);
    return nullptr;
  }
  void* resized = allocate("omp_realloc", *ours, 1, bytes);
  if (!resized || !pointer) return resized;
  if (had) {
    copy_in(resized, pointer, std::min(bytes, *had));
    release(pointer);
  } else if (!move_in(resized, pointer, bytes, free_handle)) {
    release(resized);
    return nullptr;
  }
  return resized;
}

ISTHMUS_EXPORT void omp_free(void* pointer, Handle handle) {
  if (!release(pointer)) free_by_runtime(pointer, handle);
}
