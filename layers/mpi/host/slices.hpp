// Reductions of many bytes to one member or to all.
#pragma once
#include "communicator.hpp"
#include "reduction.hpp"

namespace isthmus::mpi {

/// Up to so many bytes of all members together, each combines everybody's data on its own: that costs less than a
/// second round.
inline constexpr std::size_t kFewBytes = 16384;
inline bool reduces_at_once(const Communicator& comm, std::size_t bytes) {
  return bytes * static_cast<std::size_t>(comm.size()) <= kFewBytes;
}
inline constexpr int kEverybody = -1;

/// A piece of the data at a time: each member combines a slice of it and shows the result, which `root` takes, or
/// everybody. dest may be source. If members have different numbers of bytes, all that are here end with an error.
void reduce_in_slices(Communicator& comm, const Reduction& reduction, const std::byte* source, std::byte* dest,
                      std::size_t n, int root);

}  // namespace isthmus::mpi
