// The forms of a collective call: what each does before and after the MPI, or instead of it.
#pragma once
#include "communicator.hpp"
#include "operations.hpp"
#include "progress.hpp"
#include "serve.hpp"

namespace isthmus::mpi {

/// `function` is the MPI's, of the same name and width.
template <class Call, class Function>
int blocking(Operation operation, const Call& call, Function function) {
  Communicator* const comm = Communicator::of(call.comm);
  if (comm) {
    begin_waiting();
    const bool served = serve(*comm, call);
    comm->count(operation, served);
    if (served) return kSuccess;
  }
  return call.pass(function);
}

}  // namespace isthmus::mpi
