// Calls of which an argument is wrong on this member, so that the MPI will refuse them here. Where all members wait for
// each other, the others stay in the call until this member makes another one, and it does nothing now. In the rooted
// calls, scans and alltoallv(w) some others go on without it: it takes part in their round, and shows nothing. So does
// every member that is refused, the root or not, since all may be, and each has to count the same rounds then. It waits
// for nobody, because the MPI does not either, unless it is comm::kLines rounds ahead. A wrong root says not even that
// others make the call; such a member has no round. In a bcast the next one is out of step without the library, too.
#pragma once
#include <cstring>

#include "choice.hpp"
#include "collectives/group/round.hpp"
#include "communicator.hpp"
#include "host/data.hpp"

namespace isthmus::mpi {

/// Takes part in one round, telling the others that it has no bytes: those that wait for its data take none. Only for
/// rounds that members end by leaving them. Returns false, as serve() does for a call that it has not done.
[[gnu::cold, gnu::noinline]] inline bool sit_out(Communicator& comm) {
  collectives::Round round(comm.node(), comm::Line::kBytes);
  std::memset(round.mine(), 0, comm::Line::kBytes);
  round.arrive_saying(0);
  round.leave();
  return false;
}

/// How many bytes the others have where this member's argument is wrong, as far as that can be told; 0 if they have
/// none.
inline std::size_t expected_bytes(const Data& wrong) {
  if (wrong.count == 0) return 0;
  return wrong.layout.valid && wrong.count > 0 ? wrong.bytes() : 1;
}
/// The same as sit_out(), unless the others have left the call to the MPI, which choose() says of these numbers.
[[gnu::cold, gnu::noinline]] inline bool sit_out(Communicator& comm, Operation operation, std::size_t bytes,
                                                 std::size_t shown) {
  return bytes != 0 && choose(comm, operation, bytes, shown) != Way::mpi && sit_out(comm);
}

}  // namespace isthmus::mpi
