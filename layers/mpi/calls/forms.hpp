// The forms of a collective call: what each does before and after the MPI, or instead of it.
#pragma once
#include "calls/devices.hpp"
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
    if (may_meet_devices(*comm)) [[unlikely]] {
      bool served = false;
      const int result = with_devices(*comm, call, function, served);
      comm->count(operation, served);
      return result;
    }
    const bool served = serve(*comm, call);
    comm->count(operation, served);
    if (served) return kSuccess;
  }
  return hand_on(call, function);
}

}  // namespace isthmus::mpi
