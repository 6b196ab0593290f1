// Calls on communicators over several nodes.
#pragma once
#include <optional>

#include "calls/devices.hpp"
#include "communicator.hpp"
#include "hierarchy.hpp"
#include "nodes/over_nodes.hpp"
#include "real.hpp"

namespace isthmus::mpi {

/// Raises the error of a call in two levels, if it is one, on the program's communicator: ours are silent.
inline int report(Word comm, int code) {
  if (code != kSuccess) [[unlikely]]
    real().Comm_call_errhandler(comm, code);
  return code;
}

/// A call that the settings do not leave to the MPI.
template <class Call, class Function>
int in_levels(Communicator& comm, Hierarchy& nodes, Operation operation, const Call& call, Function function) {
  const bool devices = nodes.looks_for_devices(), uses_device = !passes_through(call);
  const bool small = nodes.serves(call);
  const std::optional<int> code = devices && !small ? over_nodes(nodes, call) : std::nullopt;
  comm.count(operation, small || code);
  if (uses_device) comm.count_devices(code.has_value());
  if (code) return report(call.comm, *code);
  if (!small) return hand_on(call, function);
  HostCopies host_copies(HostCopies::For::host);
  Call copied = call;
  if (uses_device) replace(copied, Where::in(call.comm), host_copies);
  const int result = nodes.serve(copied);
  host_copies.finish();
  return report(call.comm, result);
}

/// A call on a communicator over several nodes: in two levels, through host memory if the data are few, or handed on.
template <class Call, class Function>
int in_levels(Communicator& comm, Operation operation, const Call& call, Function function) {
  if (left_to_mpi(operation)) return leave_to_mpi(comm, operation, call, function);
  const int result = in_levels(comm, *comm.hierarchy(), operation, call, function);
  comm.hierarchy()->finish_call(result);
  return result;
}

}  // namespace isthmus::mpi
