// upc_notify and upc_wait, of which upc_barrier is the two together. Threads tell one another in rounds, each the one 2^round above
// it; a word holds the number of the barrier and the value that was seen so far, so that different values meet somewhere.
#include <shmem.h>

#include "job.hpp"

namespace isthmus::upc {
namespace {

constexpr int kValueBits = 32;
constexpr uint64_t kHasValue = uint64_t{1} << kValueBits;

uint64_t barriers = 0;  // that this thread has begun
bool between = false;   // upc_notify came, upc_wait not yet
uint64_t seen = 0;      // the value of this barrier's notifies as far as it is known: kHasValue and the value, or 0

void tell(int round) {
  const int to = static_cast<int>((upcr_mythread + (int64_t{1} << round)) % upcr_threads);
  shmem_uint64_atomic_set(&head()->barrier[barriers & 1][round], barriers << (kValueBits + 1) | seen, to);
}

void merge(uint64_t value) {
  if (!(value & kHasValue)) return;
  if (seen & kHasValue && seen != value)
    fatal("threads meet in a barrier with different values: %d and %d", static_cast<int>(seen), static_cast<int>(value));
  seen = value;
}

uint64_t word_of(int has_value, int value) { return has_value ? kHasValue | static_cast<uint32_t>(value) : 0; }

}  // namespace
}  // namespace isthmus::upc

using namespace isthmus::upc;

extern "C" {

void upcr_notify(int has_value, int value) {
  if (between) fatal("upc_notify or upc_barrier between upc_notify and upc_wait");
  between = true;
  ++barriers;
  seen = word_of(has_value, value);
  shmem_quiet();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (upcr_threads > 1) tell(0);
}

void upcr_wait(int has_value, int value) {
  if (!between) fatal("upc_wait without upc_notify");
  for (int round = 0; int64_t{1} << round < upcr_threads; ++round) {
    if (round > 0) tell(round);
    uint64_t* word = &head()->barrier[barriers & 1][round];
    shmem_uint64_wait_until(word, SHMEM_CMP_GE, barriers << (kValueBits + 1));
    merge(*word & (2 * kHasValue - 1));
  }
  merge(word_of(has_value, value));  // a wait is compared with every notify, and waits not with one another
  between = false;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void upcr_barrier(int has_value, int value) {
  upcr_notify(has_value, value);
  upcr_wait(has_value, value);
}
}
