#include "memkind/describe.hpp"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <string>

#include "base/error.hpp"

namespace isthmus::memkind {
namespace {

/// How many objects the process has loaded so far. The dynamic linker tells with the first object that it lists.
unsigned long long objects_loaded() {
  unsigned long long adds = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* into) {
        *static_cast<unsigned long long*>(into) = info->dlpi_adds;
        return 1;
      },
      &adds);
  return adds;
}

/// A bit for each of kinds() whose driver the process has loaded. Drivers stay loaded, so the bits stay set.
std::atomic<unsigned> present = 0;
std::atomic<unsigned long long> looked_at = 0;  ///< objects_loaded() when `present` was last found

unsigned find_drivers() {
  const unsigned long long now = objects_loaded();
  if (now == looked_at.load(std::memory_order_acquire)) return present.load(std::memory_order_relaxed);
  unsigned found = 0;
  for (std::size_t i = 0; i < kinds().size(); ++i) {
    const Device* const device = kinds()[i]->device;
    if (device && device->describe && device->present()) found |= 1U << i;
  }
  present.store(found, std::memory_order_relaxed);
  looked_at.store(now, std::memory_order_release);
  return found;
}

/// The object that was loaded last, which is kept loaded from now on. Null if it cannot be kept, or if another was
/// loaded after the drivers were looked for.
const link_map* keep_last_object() {
  std::string name;
  const unsigned long long before = looked_at.load(std::memory_order_acquire);
  dl_iterate_phdr(  // which locks the list that _r_debug begins
      [](dl_phdr_info*, std::size_t, void* into) {
        const link_map* last = _r_debug.r_map;
        while (last && last->l_next) last = last->l_next;
        if (last && last->l_name) *static_cast<std::string*>(into) = last->l_name;
        return 1;
      },
      &name);
  if (name.empty()) return nullptr;
  const auto* const kept = static_cast<const link_map*>(dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD));
  return objects_loaded() == before ? kept : nullptr;
}

}  // namespace

bool search_for_drivers() {
  const bool found = find_drivers() != 0;
  has_driver.store(found, std::memory_order_relaxed);
  if (const link_map* const last = keep_last_object()) last_object.store(last, std::memory_order_release);
  return found;
}

namespace {

/// The end of this thread's stack, which grows downwards; 0 if it cannot be found.
std::uintptr_t end_of_stack() {
  pthread_attr_t attributes;
  void* start = nullptr;
  std::size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  const int result = pthread_attr_getstack(&attributes, &start, &bytes);
  pthread_attr_destroy(&attributes);
  return result == 0 ? reinterpret_cast<std::uintptr_t>(start) + bytes : 0;
}

/// Whether the address is in the executable, in the heap below the break or on this thread's stack, where no driver has
/// memory. Drivers take longer to say so, and small messages come from there. Only the part of the stack that is in use
/// counts: without a limit of its size, memory is mapped where it might grow to.
bool is_plain(const void* pointer) {
  static thread_local const std::uintptr_t stack = end_of_stack();
  static const std::uintptr_t executable = getauxval(AT_PHDR);
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (address < stack && address >= reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0))) return true;
  return executable != 0 && address >= executable && address < reinterpret_cast<std::uintptr_t>(sbrk(0));
}

}  // namespace

Described describe(const void* pointer) {
  Described found;
  if (!any_driver() || is_plain(pointer)) return found;
  unsigned bits = present.load(std::memory_order_relaxed);  // which any_driver() has brought up to date
  try {
    for (std::size_t i = 0; bits != 0; ++i, bits >>= 1)
      if (bits & 1 && kinds()[i]->device->describe(pointer, found.allocation)) {
        found.kind = kinds()[i];
        break;
      }
  } catch (const base::SetupError& error) {  // the program's device cannot be used by us
    base::fatal("device memory", error.what());
  }
  return found;
}

}  // namespace isthmus::memkind
