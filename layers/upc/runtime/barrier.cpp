// upc_notify and upc_wait, of which upc_barrier is the two together. Threads form groups: those of a node, or each alone where there is
// one node. The threads of a group count themselves in at its leader. Leaders then tell one another in rounds, each the one 2^round
// groups above it, and release their groups. A word holds the number of the barrier and the value that was seen so far, so that
// different values meet somewhere.
#include <shmem.h>

#include <cstdlib>

#include "job.hpp"

namespace isthmus::upc {
namespace {

constexpr int kValueBits = 32;
constexpr uint64_t kHasValue = uint64_t{1} << kValueBits;
constexpr int kNumberShift = kValueBits + 1;

uint64_t barriers = 0;  // that this thread has begun
bool between = false;   // upc_notify came, upc_wait not yet
uint64_t seen = 0;      // the value of this barrier's notifies as far as it is known: kHasValue and the value, or 0

int* leaders = nullptr;  // of all groups; null where each thread is a group
int groups = 0, my_group = 0, my_leader = 0, last_member = 0;
uint64_t members = 1;  // of this thread's group

int leader_of(int group) { return leaders ? leaders[group] : group; }

uint64_t numbered(uint64_t value) { return barriers << kNumberShift | value; }

/// Whether a word is of this barrier. Of the number it has the low bits: an order of words would end with them.
bool is_current(uint64_t word) { return word >> kNumberShift == numbered(0) >> kNumberShift; }

void merge(uint64_t value) {
  value &= 2 * kHasValue - 1;
  if (!(value & kHasValue)) return;
  if (seen & kHasValue && seen != value)
    fatal("threads meet in a barrier with different values: %d and %d", static_cast<int>(seen), static_cast<int>(value));
  seen = value;
}

/// On behalf of this group's leader, whose value is `seen`.
void tell(int round) {
  const int to = leader_of(static_cast<int>((my_group + (int64_t{1} << round)) % groups));
  shmem_uint64_atomic_set(&head()->barrier[barriers & 1][round], numbered(seen), to);
}

/// Leaves this thread's value at the leader, which has at most one of each barrier.
void leave_value() {
  if (!seen) return;
  uint64_t *word = &head()->group_value, found = shmem_uint64_atomic_fetch(word, my_leader);
  while (!is_current(found)) {
    const uint64_t before = shmem_uint64_atomic_compare_swap(word, found, numbered(seen), my_leader);
    if (before == found) return;
    found = before;
  }
  merge(found);
}

/// The last one of a group to come begins the rounds, so that they go on while the leader computes.
void arrive() {
  if (members > 1) {
    leave_value();
    if (shmem_uint64_atomic_fetch_inc(&head()->group_arrived, my_leader) + 1 < members * barriers) return;
    if (const uint64_t left = shmem_uint64_atomic_fetch(&head()->group_value, my_leader); is_current(left)) merge(left);
  }
  if (groups > 1) tell(0);
}

/// What `seen` is, once all threads have come, goes to the threads of this group.
void release_group() {
  for (int thread = upcr_mythread + 1; thread <= last_member; ++thread)
    if (upcr_base[thread]) shmem_uint64_atomic_set(&head()->group_released, numbered(seen), thread);
}

/// Until then the word is of a barrier before this one. It stays until this thread has come to the next.
void wait_for(uint64_t* word) {
  uint64_t found = 0;
  while (!is_current(found = __atomic_load_n(word, __ATOMIC_ACQUIRE))) shmem_uint64_wait_until(word, SHMEM_CMP_NE, found);
  merge(found);
}

uint64_t word_of(int has_value, int value) { return has_value ? kHasValue | static_cast<uint32_t>(value) : 0; }

}  // namespace

void start_barriers(bool one_node) {
  groups = upcr_threads;
  my_group = my_leader = last_member = upcr_mythread;
  if (one_node) return;
  members = 0;
  for (int thread = upcr_threads - 1; thread >= 0; --thread) {
    if (!upcr_base[thread]) continue;
    if (members++ == 0) last_member = thread;
    my_leader = thread;
  }
  // Every thread's leader, of which the leaders are their own.
  const auto count = static_cast<size_t>(upcr_threads);
  auto* of_threads = static_cast<int*>(shmem_malloc((count + 1) * sizeof(int)));
  leaders = static_cast<int*>(malloc(count * sizeof(int)));
  if (!leaders || !of_threads) fatal("no memory for barriers: set SHMEM_SYMMETRIC_SIZE higher");
  of_threads[count] = my_leader;
  shmem_int_fcollect(SHMEM_TEAM_WORLD, of_threads, of_threads + count, 1);
  groups = 0;
  for (int thread = 0; thread < upcr_threads; ++thread) {
    if (of_threads[thread] != thread) continue;
    if (thread == my_leader) my_group = groups;
    leaders[groups++] = thread;
  }
  shmem_free(of_threads);
}

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
  arrive();
}

void upcr_wait(int has_value, int value) {
  if (!between) fatal("upc_wait without upc_notify");
  Head& own = *head();
  if (upcr_mythread == my_leader) {
    if (members > 1) {
      shmem_uint64_wait_until(&own.group_arrived, SHMEM_CMP_GE, members * barriers);
      if (is_current(own.group_value)) merge(own.group_value);
    }
    for (int round = 0; int64_t{1} << round < groups; ++round) {
      if (round > 0) tell(round);
      wait_for(&own.barrier[barriers & 1][round]);
    }
    release_group();
  } else {
    wait_for(&own.group_released);
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
