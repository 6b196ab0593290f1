// Calls that send from where they receive, without MPI_IN_PLACE. MPI forbids that; MPICH refuses such a call with
// MPI_ERR_BUFFER before it sends anything, and Open MPI lets it pass. Here are MPICH's own conditions, so that the
// calls which it refuses are handed on to it, but for those in the background, of which it is not asked. They compare
// addresses that are counted in sizes of types, not in extents.
#pragma once
#include "abi/abi.hpp"
#include "collectives/group/round.hpp"
#include "communicator.hpp"
#include "operations.hpp"
#include "own_comm.hpp"

namespace isthmus::mpi {

inline bool is_refused(const Communicator& comm, const void* one, const void* other, Word type, Word other_type) {
  return one == other && !comm.serves_all() && refuses_aliases() && abi().handle(type) == abi().handle(other_type);
}
/// Of a reduction, where all MPIs refuse that.
inline bool is_refused(const Communicator& comm, const void* send, const void* receive) {
  return send == receive && !comm.serves_all();
}
/// Of a buffer for one member, at `place` elements of `size` bytes of the buffer for all.
inline bool is_refused_in(const Communicator& comm, const void* all, std::int64_t place, std::size_t size,
                          const void* one, Word type, Word other_type) {
  return is_refused(comm, static_cast<const std::byte*>(all) + place * static_cast<std::int64_t>(size), one, type,
                    other_type);
}

/// Allgather, gather and scatter: `one` is the buffer for one member.
template <class Call>
bool is_refused(const Communicator& comm, const Call& call, const void* all, const void* one, std::size_t size) {
  const std::int64_t count = call.receive_count.value;
  return call.send_count.value == count && count != 0 &&
         is_refused_in(comm, all, comm.rank() * count, size, one, call.send_type, call.receive_type);
}

/// Takes part in a call that the MPI may refuse on this member alone, such as the root: the others do not know that,
/// and are in a round of it. It tells them that it shows nothing, so that those that wait for its data take none. Only
/// for rounds that members end by leaving them.
inline void sit_out(Communicator& comm) {
  collectives::Round round(comm.node(), comm::Line::kBytes);
  std::memset(round.mine(), 0, comm::Line::kBytes);
  round.arrive_saying(0);
  round.leave();
}

}  // namespace isthmus::mpi
