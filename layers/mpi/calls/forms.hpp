// The forms of a collective call: what each does before and after the MPI, or instead of it.
#pragma once
#include <memory>
#include <optional>
#include <tuple>

#include "background/calls.hpp"
#include "background/calls_over_nodes.hpp"
#include "calls/begun.hpp"
#include "calls/devices.hpp"
#include "calls/levels.hpp"
#include "calls/persistent.hpp"
#include "calls/requests.hpp"
#include "communicator.hpp"
#include "operations.hpp"
#include "progress.hpp"
#include "serve.hpp"

namespace isthmus::mpi {

/// `function` is the MPI's, which has it, of the same name and width; so are those of the other forms.
template <class Call, class Function>
int blocking(Operation operation, const Call& call, Function function) {
  Communicator* const comm = Communicator::of(call.comm);
  if (!comm) return hand_on(call, function);
  if (!comm->serves()) {
    if (comm->hierarchy()) return in_levels(*comm, operation, call, function);
    const int result = hand_on(call, function);
    comm->warm_up(result);
    return result;
  }
  begin_waiting(comm->handle());
  if (may_meet_devices(*comm)) [[unlikely]] {
    if (left_to_mpi(operation)) return leave_to_mpi(*comm, operation, call, function);
    begin_waiting(comm->handle(), Expected::after_devices);
    bool served = false;
    const int result = with_devices(*comm, call, function, served);
    comm->count(operation, served);
    return result;
  }
  const bool served = serve(*comm, call);
  comm->count(operation, served);
  return served ? comm->result() : hand_on(call, function);
}

/// The other forms on copies in host memory: `more` is what the function has behind the arguments of the blocking form,
/// the request at last.
template <class Call, class Function, class... More>
[[gnu::noinline]] int begin_on_copies(bool persistent, const Call& call, Function function, More... more) {
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
/// The same, on the program's own buffers if they are the MPI's to use.
template <class Call, class Function, class... More>
int begin(bool persistent, const Call& call, Function function, More... more) {
  if (passes_through(call)) [[likely]]
    return call.pass(function, more...);
  return begin_on_copies(persistent, call, function, more...);
}
/// The call as a job for the background, if that can do it. All members give the same answer.
template <class Call, class Function>
std::shared_ptr<Job> job_of(Background& background, Operation operation, const Call& call, Function function) {
  if (left_to_mpi(operation)) return nullptr;
  begin_waiting(background.comm().handle(), Expected::after_devices);
  return background.over_nodes() ? make_job_over_nodes(background, operation, call, function)
                                 : make_job(background, call);
}
/// Nothing if the call is not for the background.
template <class Call, class Function>
[[gnu::noinline]] std::optional<int> begin_if_background(Operation operation, const Call& call, Function function,
                                                         void* request) {
  Background* const background = Communicator::background_of(call.comm);
  if (!background) return std::nullopt;
  std::shared_ptr<Job> job = job_of(*background, operation, call, function);
  if (!job) return std::nullopt;
  return begin_in_background(*background, std::move(job), request);
}
/// In the background, where all members can; otherwise by the MPI, as for neighbours. What a call needs that is the
/// MPI's stays here, since it must not cost more than 100 ns.
template <class Call, class Function>
int nonblocking(Operation operation, const Call& call, Function function, auto blocking_form, void* request) {
  if (Communicator::any_background()) [[unlikely]]
    if (const std::optional<int> code = begin_if_background(operation, call, blocking_form, request)) return *code;
  return begin(false, call, function, request);
}
template <class Call, class Function>
int nonblocking(const Call& call, Function function, void* request) {
  return begin(false, call, function, request);
}
/// The same, for a request that is started many times.
template <class Call, class Function>
int persistent(Operation operation, const Call& call, Function function, auto blocking_form, Word info, void* request) {
  if (Background* const background = Communicator::background_of(call.comm)) [[unlikely]] {
    std::shared_ptr<Job> job = job_of(*background, operation, call, blocking_form);
    const std::optional<int> code =
        make_persistent(call.comm, *background, std::move(job), !passes_through(call), request);
    if (code) return *code;
  }
  return begin(true, call, function, info, request);
}
template <class Call, class Function>
int persistent(const Call& call, Function function, Word info, void* request) {
  return begin(true, call, function, info, request);
}

}  // namespace isthmus::mpi
