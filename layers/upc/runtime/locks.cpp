// Locks: a word in shared memory that holds the number of its thread plus one.
#include <sched.h>
#include <shmem.h>

#include "job.hpp"

using namespace isthmus::upc;

extern "C" {
upcr_pointer upc_alloc(size_t bytes);
upcr_pointer upc_all_alloc(size_t blocks, size_t bytes);
void upc_free(upcr_pointer object);
void upc_all_free(upcr_pointer object);
}

namespace {

uint64_t* word(upcr_pointer lock) { return reinterpret_cast<uint64_t*>(symmetric(lock)); }
uint64_t holder() { return static_cast<uint64_t>(upcr_mythread) + 1; }
void check(upcr_pointer lock, const char* call) {
  if (!lock) fatal("%s of a null lock", call);
}

}  // namespace

extern "C" {

upcr_pointer upc_global_lock_alloc() {
  const upcr_pointer lock = upc_alloc(sizeof(uint64_t));
  if (lock) *word(lock) = 0;
  return lock;
}
upcr_pointer upc_all_lock_alloc() {
  const upcr_pointer lock = upc_all_alloc(1, sizeof(uint64_t));
  if (lock && upcr_mythread == 0) *word(lock) = 0;
  barrier();
  return lock;
}
void upc_lock_free(upcr_pointer lock) { upc_free(lock); }
void upc_all_lock_free(upcr_pointer lock) { upc_all_free(lock); }

int upc_lock_attempt(upcr_pointer lock) {
  check(lock, "upc_lock_attempt");
  const bool taken = shmem_uint64_atomic_compare_swap(word(lock), 0, holder(), pe_of(lock)) == 0;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return taken;
}

void upc_lock(upcr_pointer lock) {
  check(lock, "upc_lock");
  for (;;) {
    const uint64_t now = shmem_uint64_atomic_compare_swap(word(lock), 0, holder(), pe_of(lock));
    if (now == 0) break;
    if (now == holder()) fatal("upc_lock of a lock that this thread holds already");
    sched_yield();
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

// What the holder wrote is everywhere before the lock is free.
void upc_unlock(upcr_pointer lock) {
  check(lock, "upc_unlock");
  shmem_quiet();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (shmem_uint64_atomic_compare_swap(word(lock), holder(), 0, pe_of(lock)) != holder())
    fatal("upc_unlock of a lock that this thread does not hold");
}
}
