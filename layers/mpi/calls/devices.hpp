// Calls in processes that use devices. Buffers may be device memory on any member, so all members ask each other first;
// what is not done on the devices is done with copies of the buffers in host memory.
#pragma once
#include "communicator.hpp"
#include "device/collectives.hpp"
#include "device/host_copies.hpp"
#include "memkind/describe.hpp"
#include "operations.hpp"
#include "serve.hpp"
#include "settings.hpp"

namespace isthmus::mpi {

/// Whether a buffer may be device memory of this process. A null buffer may be: types can have addresses.
inline bool may_be_on_device(const void* buffer) { return !buffer || memkind::describe(buffer).kind->device; }

/// Whether a buffer of the call may be.
template <class Call>
bool may_use_devices(const Call& call) {
  if constexpr (requires { call.buffer; })
    return may_be_on_device(call.buffer);
  else if constexpr (requires { call.send; })
    return may_be_on_device(call.send) || may_be_on_device(call.receive);
  else
    return false;
}

/// Whether this process has no device memory, or is told to leave it to the MPI.
inline bool has_no_devices() { return !memkind::any_driver() || settings().mode == Mode::off; }

/// Whether a call of the MPI can have the program's own buffers.
template <class Call>
bool passes_through(const Call& call) {
  return has_no_devices() || !may_use_devices(call);
}
template <class... Buffers>
bool buffers_pass_through(Buffers*... buffers) {
  return has_no_devices() || (!may_be_on_device(buffers) && ...);
}

/// Hands a call on to the MPI, which is given copies in host memory where it cannot use the device's.
template <class Call, class Function>
int hand_on(const Call& call, Function function) {
  if (passes_through(call)) [[likely]]
    return call.pass(function);
  HostCopies host_copies(HostCopies::For::mpi);
  Call copied = call;
  replace(copied, Where::in(call.comm), host_copies);
  const int result = copied.pass(function);
  host_copies.finish();
  return result;
}

/// Hands a call on that the settings leave to the MPI.
template <class Call, class Function>
int leave_to_mpi(Communicator& comm, Operation operation, const Call& call, Function function) {
  comm.count(operation, false);
  if (!passes_through(call)) comm.count_devices(false);
  return hand_on(call, function);
}

/// Whether a member may have to look for device memory in this call.
inline bool may_meet_devices(Communicator& comm) { return comm.looks_for_devices() || memkind::any_driver(); }

/// Does a call on the devices, or serves it or hands it on with copies in host memory. `served` says whether the MPI
/// had no part in it.
template <class Call, class Function>
int with_devices(Communicator& comm, const Call& call, Function function, bool& served) {
  Outcome outcome = Outcome::host;
  if (comm.looks_for_devices()) {
    outcome = on_devices(comm, call);
  } else if (may_use_devices(call)) {
    comm.look_for_devices();
    outcome = Outcome::staged;
  }
  served = outcome == Outcome::done;
  if (outcome != Outcome::host) comm.count_devices(served);
  if (served) return kSuccess;
  HostCopies host_copies(HostCopies::For::host);
  Call copied = call;
  if (outcome == Outcome::staged)
    replace(copied, Where{.me = comm.rank(), .members = comm.size(), .own_group = comm.size()}, host_copies);
  served = serve(comm, copied);
  const int result = served ? comm.result() : copied.pass(function);
  host_copies.finish();
  return result;
}

}  // namespace isthmus::mpi
