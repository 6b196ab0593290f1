#include "finalize.hpp"

#include <mutex>
#include <vector>

#include "abi/abi.hpp"
#include "calls/requests.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

std::mutex mutex;
// Never destroyed: a program may finalize in a function that runs at exit, after the destructors of static objects.
std::vector<void (*)()>& functions = *new std::vector<void (*)()>;

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

int Session_finalize(void* session) {
  if (!has_world()) {
    call_all(0, 0, nullptr, nullptr);
    sessions_ended.fetch_add(1, std::memory_order_release);
  }
  return real().Session_finalize(session);
}

}  // namespace ours

void at_finalize(void (*function)()) {
  const std::lock_guard lock(mutex);
  functions.push_back(function);
  if (functions.size() > 1 || !has_world()) return;
  // MPI_Finalize deletes the attributes of MPI_COMM_SELF before it does anything else.
  int keyval = -1;
  if (real().Comm_create_keyval(copy_nothing, call_all, &keyval, nullptr) == kSuccess)
    real().Comm_set_attr(abi().comm_self, keyval, &functions);
}

}  // namespace isthmus::mpi
