#include "choice.hpp"
#include "collectives/barrier/node_barrier.hpp"
#include "serve.hpp"

namespace isthmus::mpi {

bool serve(Communicator& comm, const Barrier&) {
  if (choose(comm, Operation::barrier, 0, 0) == Way::mpi) return false;
  if (comm.size() <= 16)
    collectives::flags_barrier(comm.node());
  else if (comm.crowded())
    collectives::central_barrier(comm.node());
  else
    collectives::dissemination_barrier(comm.node());
  return true;
}

}  // namespace isthmus::mpi
