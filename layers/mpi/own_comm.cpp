#include "own_comm.hpp"

#include <mutex>

#include "abi/abi.hpp"
#include "finalize.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

std::mutex asking;  // two threads may not be in collective calls on one communicator

void say_nothing(void*, int*, ...) {}

Word make_comm() {
  Word comm[1] = {};
  if (real().Comm_split(abi().comm_self, 0, 0, comm) != kSuccess) return 0;
  const Word quiet = abi().handle_at(comm, 0);
  if (silence(quiet)) return quiet;
  real().Comm_free(comm);
  return 0;
}

}  // namespace

bool silence(Word comm) {
  Word handler[1] = {};
  if (real().Comm_create_errhandler(say_nothing, handler) != kSuccess) return false;
  const bool good = real().Comm_set_errhandler(comm, abi().handle_at(handler, 0)) == kSuccess;
  real().Errhandler_free(handler);
  return good;
}

Word own_comm() {
  if (!has_world()) return 0;
  static const Word made = make_comm();
  return made;
}

/// Whether the MPI refuses a call on the communicator.
template <class Call>
static bool is_refused(const Call& call) {
  const std::lock_guard lock(asking);
  int buffer = 0;
  return call(&buffer) != kSuccess;
}

// An alltoallv of no elements: MPICH looks for aliases there, too, and an MPI that does not look has nothing to copy.
// It may end the job when it copies a buffer to itself.
bool refuses_aliases() {
  const Word comm = own_comm();
  if (!comm) return false;
  static const bool refused = is_refused([comm](int* buffer) {
    const int zero[1] = {};
    return real().Alltoallv(buffer, zero, zero, abi().ints, buffer, zero, zero, abi().ints, comm);
  });
  return refused;
}

bool refuses_alias_in_reduce() {
  const Word comm = own_comm();
  if (!comm || refuses_aliases()) return true;
  static const bool refused =
      is_refused([comm](int* buffer) { return real().Reduce(buffer, buffer, 1, abi().ints, abi().max, 0, comm); });
  return refused;
}

// A bcast to nobody, which touches no buffer.
bool refuses_null() {
  const Word comm = own_comm();
  if (!comm) return true;
  static const bool refused = is_refused([comm](int*) { return real().Bcast(nullptr, 1, abi().ints, 0, comm); });
  return refused;
}

}  // namespace isthmus::mpi
