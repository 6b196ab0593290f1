// What kind of memory a pointer of the program points to, for memory that the library did not allocate. Nothing here
// loads or initialises a driver: device memory comes from a driver that the program uses already.
#pragma once
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

/// Whether this process has loaded a driver, so that there may be device memory at all.
bool any_driver();

}  // namespace isthmus::memkind
