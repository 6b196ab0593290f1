// The executable's global and static variables are symmetric. Before main runs, its writable segment (less the part
// that is read-only after relocation) is moved onto a memfd at the same address, so that PEs on the same node can map
// it and load, store and do atomics there. At initialisation it may move on into a file that the PEs of a node share.
// A fork child gets a private copy as of the fork; where that fails, it ends
// with a message.
#pragma once
#include <cstddef>
#include <cstdint>

namespace isthmus::memory {

struct StaticData {
  std::uintptr_t base = 0;
  std::size_t size = 0;  ///< 0: there is none, or `error` says why it could not be moved
  int fd = -1;
  std::size_t offset = 0;  ///< of `base` in the file
  int error = 0;           ///< an errno value; shmem_init fails with it
};

const StaticData& static_data();

/// In a fork child, whose data has become private, shares it again as at the program's start. Nothing may write to it
/// meanwhile.
void share_again_after_fork();

/// Moves the static data on into another file, at `offset`, a multiple of the page size. Another thread could lose what
/// it writes meanwhile, so no other may run that uses the data. Throws base::SetupError, and then nothing has moved.
void move_static_data_to(int fd, std::size_t offset);

}  // namespace isthmus::memory
