// Locks exclude, and what was written under one is seen under it.
#include <sched.h>
#include <upc_relaxed.h>
#include "check.h"
shared int count, spread[THREADS];
upc_lock_t *shared locks[THREADS];
int main(void) {
  upc_lock_t *lock = upc_all_lock_alloc();
  locks[MYTHREAD] = upc_global_lock_alloc();
  upc_barrier;
  for (int i = 0; i < 100; i++) {
    upc_lock(lock);
    count = count + 1;
    upc_unlock(lock);
    const int t = (MYTHREAD + i) % THREADS;
    while (!upc_lock_attempt(locks[t])) sched_yield();
    spread[t] = spread[t] + 1;
    upc_unlock(locks[t]);
  }
  upc_barrier;
  CHECK(count == 100 * THREADS);
  int sum = 0;
  for (int t = 0; t < THREADS; t++) sum += spread[t];
  CHECK(sum == 100 * THREADS);
  upc_lock_free(locks[MYTHREAD]);
  upc_all_lock_free(lock);
  return failed();
}
