// What the layer does itself. Each function returns true when the call is complete, and false, before it has touched
// the program's data, when the MPI shall do it. All members decide alike: by what MPI requires to be the same on all of
// them, or by what they have told each other in a round. Only a member whose arguments the MPI refuses decides alone. It
// first takes part in the round of the others if they may go on without it (host/refused.hpp).
#pragma once
#include "communicator.hpp"
#include "operations.hpp"

namespace isthmus::mpi {

bool serve(Communicator& comm, const Barrier& call);
bool serve(Communicator& comm, const Bcast& call);
bool serve(Communicator& comm, const Gather& call);
bool serve(Communicator& comm, const Gatherv& call);
bool serve(Communicator& comm, const Scatter& call);
bool serve(Communicator& comm, const Scatterv& call);
bool serve(Communicator& comm, const Allgather& call);
bool serve(Communicator& comm, const Allgatherv& call);
bool serve(Communicator& comm, const Alltoall& call);
bool serve(Communicator& comm, const Alltoallv& call);
bool serve(Communicator& comm, const Alltoallw& call);
bool serve(Communicator& comm, const Reduce& call);
bool serve(Communicator& comm, const Allreduce& call);
bool serve(Communicator& comm, const Reduce_scatter& call);
bool serve(Communicator& comm, const Reduce_scatter_block& call);
bool serve(Communicator& comm, const Scan& call);
bool serve(Communicator& comm, const Exscan& call);

}  // namespace isthmus::mpi
