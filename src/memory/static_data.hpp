// The executable's global and static variables are symmetric. Before main runs, its writable segment (less the part
// that is read-only after relocation) is moved onto a memfd at the same address, so that PEs on the same node can map
// it and load, store and do atomics there. A fork child gets a private copy as of the fork; where that fails, it ends
// with a message.
#pragma once
#include <cstddef>
#include <cstdint>

namespace isthmus::memory {

struct StaticData {
  std::uintptr_t base = 0;
  std::size_t size = 0;  ///< 0: there is none, or `error` says why it could not be moved
  int fd = -1;
  int error = 0;  ///< an errno value; shmem_init fails with it
};

const StaticData& static_data();

}  // namespace isthmus::memory
