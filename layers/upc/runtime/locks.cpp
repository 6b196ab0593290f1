// Locks: queues of Mellor-Crummey and Scott. A lock is memory at one offset of all segments: the word `tail` in the thread that the
// pointer to the lock names, and in every thread its place in the queue. Who waits looks at its own memory alone, and who leaves
// hands the lock on with one remote write, in the order of arrival.
#include <shmem.h>

#include "job.hpp"

using namespace isthmus::upc;

extern "C" {
upcr_pointer upc_global_alloc(size_t blocks, size_t bytes);
upcr_pointer upc_all_alloc(size_t blocks, size_t bytes);
void upc_free(upcr_pointer object);
void upc_all_free(upcr_pointer object);
}

namespace {

/// Threads are written as their number plus one, so that 0 is nobody.
struct Lock {
  uint64_t tail;  ///< who came last; only that of the lock's own thread counts
  uint64_t next;  ///< who came after this thread: written by that one
  uint64_t turn;  ///< not 0 when it is this thread's turn: written by the thread before it
  uint64_t held;  ///< not 0 while this thread has the lock: its own note
};

Lock* place(upcr_pointer lock) { return reinterpret_cast<Lock*>(symmetric(lock)); }
uint64_t my_name() { return static_cast<uint64_t>(upcr_mythread) + 1; }
int pe_named(uint64_t name) { return static_cast<int>(name) - 1; }
upcr_pointer in_thread(upcr_pointer lock, uint64_t thread) { return pointer(thread, upcr_offset(lock)); }

void check(upcr_pointer lock, const char* call) {
  if (!lock) fatal("%s of a null lock", call);
}

/// Prepares this thread's place in the queue before anybody knows that it is there.
void prepare(Lock* mine) {
  mine->next = 0;
  mine->turn = 0;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void acquired(Lock* mine) {
  mine->held = 1;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

}  // namespace

extern "C" {

upcr_pointer upc_global_lock_alloc() {
  const upcr_pointer lock = upc_global_alloc(static_cast<size_t>(upcr_threads), sizeof(Lock));
  if (!lock) return 0;
  const Lock fresh{};
  for (int thread = 0; thread < upcr_threads; ++thread) shmem_putmem(place(lock), &fresh, sizeof fresh, thread);
  shmem_quiet();
  return in_thread(lock, static_cast<uint64_t>(upcr_mythread));
}
upcr_pointer upc_all_lock_alloc() {
  const upcr_pointer lock = upc_all_alloc(static_cast<size_t>(upcr_threads), sizeof(Lock));
  if (lock) *place(lock) = Lock{};
  barrier();
  return lock;
}
void upc_lock_free(upcr_pointer lock) { upc_free(lock ? in_thread(lock, 0) : 0); }
void upc_all_lock_free(upcr_pointer lock) { upc_all_free(lock ? in_thread(lock, 0) : 0); }

int upc_lock_attempt(upcr_pointer lock) {
  check(lock, "upc_lock_attempt");
  Lock* mine = place(lock);
  if (mine->held) return 0;
  prepare(mine);
  if (shmem_uint64_atomic_compare_swap(&mine->tail, 0, my_name(), pe_of(lock)) != 0) return 0;
  acquired(mine);
  return 1;
}

void upc_lock(upcr_pointer lock) {
  check(lock, "upc_lock");
  Lock* mine = place(lock);
  if (mine->held) fatal("upc_lock of a lock that this thread holds already");
  prepare(mine);
  const uint64_t before = shmem_uint64_atomic_swap(&mine->tail, my_name(), pe_of(lock));
  if (before) {
    shmem_uint64_atomic_set(&mine->next, my_name(), pe_named(before));
    shmem_uint64_wait_until(&mine->turn, SHMEM_CMP_NE, 0);
  }
  acquired(mine);
}

// What the holder wrote is everywhere before the lock is another's.
void upc_unlock(upcr_pointer lock) {
  check(lock, "upc_unlock");
  Lock* mine = place(lock);
  if (!mine->held) fatal("upc_unlock of a lock that this thread does not hold");
  mine->held = 0;
  shmem_quiet();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  // Nobody is after this thread, unless somebody is between taking its place and saying so.
  if (!shmem_uint64_test(&mine->next, SHMEM_CMP_NE, 0)) {
    if (shmem_uint64_atomic_compare_swap(&mine->tail, my_name(), 0, pe_of(lock)) == my_name()) return;
    shmem_uint64_wait_until(&mine->next, SHMEM_CMP_NE, 0);
  }
  shmem_uint64_atomic_set(&mine->turn, 1, pe_named(mine->next));
}
}
