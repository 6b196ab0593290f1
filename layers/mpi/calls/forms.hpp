// The forms of a collective call: what each does before and after the MPI, or instead of it.
#pragma once
#include <memory>
#include <optional>
#include <tuple>

#include "background/calls.hpp"
#include "base/error.hpp"
#include "calls/devices.hpp"
#include "calls/requests.hpp"
#include "communicator.hpp"
#include "hierarchy.hpp"
#include "nodes/over_nodes.hpp"
#include "operations.hpp"
#include "progress.hpp"
#include "serve.hpp"

namespace isthmus::mpi {

/// A call on a communicator over several nodes: in two levels, through host memory if the data are few, or handed on.
template <class Call, class Function>
int in_levels(Communicator& comm, Operation operation, const Call& call, Function function) {
  Hierarchy& nodes = comm.hierarchy();
  const bool devices = nodes.looks_for_devices(), uses_device = !passes_through(call);
  const bool small = nodes.serves(call);
  const std::optional<int> code = devices && !small ? over_nodes(nodes, call) : std::nullopt;
  comm.count(operation, small || code);
  if (uses_device) comm.count_devices(code.has_value());
  if (code) return *code;
  if (!small) return hand_on(call, function);
  HostCopies host_copies(HostCopies::For::host);
  Call copied = call;
  if (uses_device) replace(copied, Where::in(call.comm), host_copies);
  const int result = nodes.serve(copied);
  host_copies.finish();
  return result;
}

/// `function` is the MPI's, of the same name and width.
template <class Call, class Function>
int blocking(Operation operation, const Call& call, Function function) {
  must_exist(function);
  Communicator* const comm = Communicator::of(call.comm);
  if (comm) {
    begin_waiting(comm->handle());
    if (may_meet_devices(*comm)) [[unlikely]] {
      begin_waiting(comm->handle(), Expected::after_devices);
      bool served = false;
      const int result = with_devices(*comm, call, function, served);
      comm->count(operation, served);
      return result;
    }
    const bool served = serve(*comm, call);
    comm->count(operation, served);
    if (served) return kSuccess;
  }
  Communicator* const over_nodes = Communicator::over_nodes(call.comm);
  return over_nodes ? in_levels(*over_nodes, operation, call, function) : hand_on(call, function);
}

/// A collective of neighbours, which is the MPI's.
template <class Call, class Function>
int between_neighbours(const Call& call, Function function) {
  must_exist(function);
  return hand_on(call, function);
}

/// The other forms: `more` is what the function has behind the arguments of the blocking form, the request at last.
template <class Call, class Function, class... More>
int begin(bool persistent, const Call& call, Function function, More... more) {
  must_exist(function);
  if (passes_through(call)) [[likely]]
    return call.pass(function, more...);
  // MPIs that take device buffers do not take them in these forms of reductions.
  constexpr bool kReduces = requires { call.op; };
  auto host_copies = std::make_unique<HostCopies>(kReduces ? HostCopies::For::host : HostCopies::For::mpi);
  Call copied = call;
  replace(copied, Where::in(call.comm), *host_copies);
  const int result = copied.pass(function, more...);
  void* const request = std::get<sizeof...(more) - 1>(std::tuple(more...));
  if (result == kSuccess && host_copies->used())
    attach(request, {.host_copies = std::move(host_copies), .persistent = persistent, .active = !persistent});
  return result;
}
/// In the background, where all members can; otherwise by the MPI, as for neighbours.
template <class Call, class Function>
int nonblocking(Operation operation, const Call& call, Function function, void* request) {
  Background* const background = Communicator::background_of(call.comm);
  if (background && settings().ways[static_cast<std::size_t>(operation)] != Way::mpi) [[unlikely]]
    if (std::shared_ptr<Job> job = make_job(*background, call))
      return begin_in_background(*background, std::move(job), request);
  return begin(false, call, function, request);
}
template <class Call, class Function>
int nonblocking(const Call& call, Function function, void* request) {
  return begin(false, call, function, request);
}
template <class Call, class Function>
int persistent(const Call& call, Function function, Word info, void* request) {
  return begin(true, call, function, info, request);
}

}  // namespace isthmus::mpi
