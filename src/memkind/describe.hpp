// What kind of memory a pointer of the program points to, for memory that the library did not allocate. Nothing here
// loads or initialises a driver: device memory comes from a driver that the program uses already.
#pragma once
#include <link.h>

#include <atomic>

#include "memkind/kind.hpp"

namespace isthmus::memkind {

struct Described {
  const Kind* kind = &kHost;
  Allocation allocation{};  ///< of device memory only
};

/// Pinned memory is host memory. Managed memory is device memory that cannot be shared: the driver's copies leave its
/// pages where they are, while loads and stores by the processor would move them to the host and, at the next kernel,
/// back. In a process that has loaded no driver this costs a look at a counter of the dynamic linker.
Described describe(const void* pointer);

/// The object that the process had loaded last when it was searched for drivers, and whether it had one. The dynamic
/// linker appends what it loads to its list, so nothing was loaded since if none follows. The object is never unloaded.
inline std::atomic<const link_map*> last_object = nullptr;
inline std::atomic<bool> has_driver = false;
bool search_for_drivers();

/// Whether this process has loaded a driver, so that there may be device memory at all. Costs little enough for every
/// call of a collective.
inline bool any_driver() {
  const link_map* const last = last_object.load(std::memory_order_acquire);
  if (last && !__atomic_load_n(&last->l_next, __ATOMIC_RELAXED)) [[likely]]
    return has_driver.load(std::memory_order_relaxed);
  return search_for_drivers();
}

}  // namespace isthmus::memkind
