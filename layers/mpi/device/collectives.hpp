// The collectives on device buffers. Each function begins with a round in which the members tell each other where their
// buffers are. `done`: the call is complete. `host`: no member's buffer is on a device. `staged`: some are, and the
// call has to go through host memory. Every member gets the same answer.
#pragma once
#include "communicator.hpp"
#include "operations.hpp"

namespace isthmus::mpi {

enum class Outcome { host, staged, done };

Outcome on_devices(Communicator& comm, const Bcast& call);
Outcome on_devices(Communicator& comm, const Gather& call);
Outcome on_devices(Communicator& comm, const Gatherv& call);
Outcome on_devices(Communicator& comm, const Scatter& call);
Outcome on_devices(Communicator& comm, const Scatterv& call);
Outcome on_devices(Communicator& comm, const Allgather& call);
Outcome on_devices(Communicator& comm, const Allgatherv& call);
Outcome on_devices(Communicator& comm, const Alltoall& call);
Outcome on_devices(Communicator& comm, const Alltoallv& call);
Outcome on_devices(Communicator& comm, const Alltoallw& call);
Outcome on_devices(Communicator& comm, const Reduce& call);
Outcome on_devices(Communicator& comm, const Allreduce& call);
Outcome on_devices(Communicator& comm, const Reduce_scatter& call);
Outcome on_devices(Communicator& comm, const Reduce_scatter_block& call);
Outcome on_devices(Communicator& comm, const Scan& call);
Outcome on_devices(Communicator& comm, const Exscan& call);
inline Outcome on_devices(Communicator&, const Barrier&) { return Outcome::host; }

}  // namespace isthmus::mpi
