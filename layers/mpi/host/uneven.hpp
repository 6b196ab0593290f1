// Members whose numbers of bytes do not match, which MPI forbids and programs do all the same. MPIs take what has come,
// and report MPI_ERR_TRUNCATE where it is too much. A member says in a word beside its data how many bytes it shows and
// in which place, so that one that expects others finds them. All functions here are off the path of correct programs,
// and take rounds and data by value, so that these need not be in memory on that path.
#pragma once
#include <cstdint>
#include <vector>

#include "host/data.hpp"
#include "host/staged_round.hpp"
#include "reduction.hpp"

namespace isthmus::mpi {

/// What a member shows: its bytes, or the address at which they are in its own memory.
struct Uneven {
  int member;
  std::size_t bytes;
  const std::byte* shown;
  bool is_address;
};

/// What a member has shown that has arrived in this round, whatever this one expected.
[[gnu::cold]] Uneven find_uneven(StagedRound round, int member);

/// Takes part number `part` of the `parts` of what the member shows, as much as fits. Returns whether it shows an
/// address, and so waits until this member has left.
[[gnu::cold]] bool take_uneven(Communicator& comm, const Uneven& theirs, int part, int parts, Data to);

/// The end of a direct gather in which members sent other numbers of bytes than the root expected. Who wrote to the root's memory
/// has left; `packed` are blocks that have to be unpacked, or null.
void finish_uneven_gather(Communicator& comm, const Data& all, std::int64_t count, const std::byte* packed,
                          const std::vector<Uneven>& uneven);

/// Combines what members show in a round of a reduction, of which all have arrived, as far as all have elements, and
/// keeps this member's own elements behind them. `source` is not in `dest`.
void fold_uneven(Communicator& comm, const Reduction& reduction, StagedRound round, const std::byte* source,
                 std::byte* dest, std::size_t n);

/// Copies this member's own data, as much as fits.
inline void copy_own(Communicator& comm, const Data& to, const Data& from) {
  if (from.bytes() > to.bytes()) [[unlikely]]
    comm.truncate();
  copy(to, from);
}

}  // namespace isthmus::mpi
