// Calls that send from where they receive, without MPI_IN_PLACE. MPI forbids that; MPICH refuses such a call with
// MPI_ERR_BUFFER before it sends anything, and Open MPI lets all pass but reduce, and allreduce of several elements.
// Here are MPICH's own conditions, so that the calls which it refuses are handed on to it, but for those in the
// background, of which it is not asked. They compare addresses that are counted in sizes of types, not in extents.
#pragma once
#include "abi/abi.hpp"
#include "communicator.hpp"
#include "operations.hpp"
#include "own_comm.hpp"

namespace isthmus::mpi {

inline bool is_refused(const Communicator& comm, const void* one, const void* other, Word type, Word other_type) {
  return one == other && !comm.serves_all() && refuses_aliases() && abi().handle(type) == abi().handle(other_type);
}
/// Scan and the forms of reduce_scatter, whose members have one type on both sides.
inline bool is_refused(const Communicator& comm, const void* send, const void* receive) {
  return send == receive && !comm.serves_all() && refuses_aliases();
}
/// The root of a reduce.
inline bool is_refused(const Communicator& comm, const Reduce& call) {
  return call.send == call.receive && !comm.serves_all() && refuses_alias_in_reduce();
}
/// The background over several nodes does not ask this.
inline bool is_refused(const Allreduce& call) {
  return call.send == call.receive && (call.count.value > 1 ? refuses_alias_in_reduce() : refuses_aliases());
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

}  // namespace isthmus::mpi
