#include "finalize.hpp"

#include <mutex>
#include <string>
#include <vector>

#include "abi/abi.hpp"
#include "base/error.hpp"
#include "calls/missing.hpp"
#include "calls/requests.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

std::mutex mutex;
// Never destroyed: a program may finalize in a function that runs at exit, after the destructors of static objects.
std::vector<void (*)()>& functions = *new std::vector<void (*)()>;

bool watched = false;   ///< MPI_Finalize calls the functions
int open_sessions = 0;  ///< guarded by the mutex, as the others

std::atomic<bool> finalizing = false;

int call_all(Word, int, void*, void*) {
  finalizing = has_world();
  std::vector<void (*)()> all;
  {
    const std::lock_guard lock(mutex);
    all = functions;
  }
  for (auto function = all.rbegin(); function != all.rend(); ++function) (*function)();
  return kSuccess;
}

/// Notes that a session ends, and returns whether no other one is open. One whose beginning was not seen, as it may be
/// with other languages, is taken for the last.
bool end_session() {
  const std::lock_guard lock(mutex);
  return open_sessions == 0 || --open_sessions == 0;
}

}  // namespace

bool has_world() {
  int initialized = 0;
  return real().Initialized(&initialized) == kSuccess && initialized;
}

void free_comm(Word comm) {
  if (!comm || finalizing) return;
  Word handle[1] = {};
  abi().set_handle(handle, 0, comm);
  real().Comm_free(handle);
}

namespace ours {

int Session_init(Word info, Word errhandler, void* session) {
  const Real& mpi = find_functions();
  int initialized = 0;
  if (!mpi.Session_init && mpi.Initialized(&initialized) == kSuccess && initialized)
    return report_missing("MPI_Session_init", abi().comm_self);
  if (!mpi.Session_init)
    base::fatal("MPI_Session_init", std::string(mpi.path) + " does not have it; use an MPI that has it, or MPI_Init");
  const int result = mpi.Session_init(info, errhandler, session);
  if (result != kSuccess) return result;
  const std::lock_guard lock(mutex);
  ++open_sessions;
  return result;
}

int Session_finalize(void* session) {
  if (end_session() && !has_world()) {
    call_all(0, 0, nullptr, nullptr);
    sessions_ended.fetch_add(1, std::memory_order_release);
  }
  return real().Session_finalize(session);
}

}  // namespace ours

void at_finalize(void (*function)()) {
  {
    const std::lock_guard lock(mutex);
    functions.push_back(function);
  }
  watch_finalize();
}

void watch_finalize() {
  const std::lock_guard lock(mutex);
  if (watched || functions.empty() || !has_world()) return;
  // MPI_Finalize deletes the attributes of MPI_COMM_SELF before it does anything else.
  int keyval = -1;
  watched = real().Comm_create_keyval(copy_nothing, call_all, &keyval, nullptr) == kSuccess &&
            real().Comm_set_attr(abi().comm_self, keyval, &functions) == kSuccess;
}

}  // namespace isthmus::mpi
