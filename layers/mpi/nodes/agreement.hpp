// What the members of a communicator over several nodes tell each other before a call with device buffers, so that all
// of them choose the same way.
#pragma once
#include <optional>
#include <vector>

#include "device/call.hpp"
#include "hierarchy.hpp"

namespace isthmus::mpi {

/// What a member shows: the bytes that it gives to the others (itself included) and takes from them.
struct Shown {
  std::int64_t gives = 0, takes = 0;
  std::int32_t device = 0;   ///< a buffer is on a device, in memory that the MPI does not take
  std::int32_t refuses = 0;  ///< an argument is wrong, or a type's data cannot be packed here
};

/// A side of a call: blocks that follow each other in the packed form.
using Blocks = std::vector<Buffer>;
std::size_t bytes_of(const Blocks& blocks);

/// What a member with these two sides shows.
Shown show(const Blocks& gives, const Blocks& takes);

/// What all members show, by rank, if the call shall go in two levels; nothing otherwise, on all members. Collective.
std::optional<std::vector<Shown>> agree(Hierarchy& nodes, const Shown& mine);

/// Whether calls of which all members know the size have too few bytes for that.
bool too_few(std::int64_t bytes);

}  // namespace isthmus::mpi
