// The neighbours of this rank in a topology.
#pragma once
#include "mpi.hpp"

namespace isthmus::mpi {

/// How many neighbours send to this rank, and to how many it sends.
struct Degrees {
  int in = 0, out = 0;
};

/// None if the communicator has no topology, about which the MPI then complains.
Degrees degrees_of(Word comm);

}  // namespace isthmus::mpi
