// What the layer does itself. Each function returns true when the call is complete, and false, before it has touched
// anything, when the MPI shall do it. All members decide alike: by what MPI requires to be the same on all of them, or by
// what they have told each other in a round.
#pragma once
#include "communicator.hpp"
#include "operations.hpp"

namespace isthmus::mpi {

bool serve(Communicator& comm, const Allreduce& call);
/// Operations that have no function of their own yet.
template <class Call>
bool serve(Communicator&, const Call&) {
  return false;
}

}  // namespace isthmus::mpi
