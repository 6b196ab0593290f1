// Memory of one process mapped in another on this machine, for the doubles' IPC handles. A handle names a file
// descriptor of the process that made it; there is no name in any file system, so nothing stays behind when a process
// crashes.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>

#include "core/memory.hpp"

namespace doubles {

/// 64 bytes, as all three vendors have it. The descriptor comes first, for the vendor who wants it there.
struct IpcHandle {
  std::int32_t fd;
  std::int32_t reserved;
  std::uint64_t mark;
  std::uint64_t inode;
  std::uint64_t size;
  std::uint64_t offset;  ///< of the block's first byte in its first page
  std::int32_t pid;
  std::int32_t device;
  std::uint64_t node;  ///< where oshrun makes several nodes of one machine: handles do not leave theirs
  std::uint64_t check;
};
static_assert(sizeof(IpcHandle) == 64);

/// A handle of the block; `fd` goes into it.
IpcHandle describe(const Block& block, int fd);

enum class Opening { good, not_a_handle, of_this_process, gone, no_room };

/// Opens the block through the descriptor of the process that made the handle, for use by that device.
Opening open_from_process(const IpcHandle& handle, int device, BlockRef& block);
/// Opens the block through a descriptor of this process, which remains the caller's.
Opening open_from_descriptor(const IpcHandle& handle, int device, BlockRef& block);

/// Whether the bytes are a handle at all, and one of this node.
bool plausible(const IpcHandle& handle);

}  // namespace doubles
