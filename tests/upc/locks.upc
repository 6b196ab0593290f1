// Locks exclude, what was written under one is seen under it, a thread may have several, and who came first is served first.
#include <sched.h>
#include <upc_relaxed.h>
#include "check.h"
shared int count, spread[THREADS];
shared int order[THREADS];
upc_lock_t *shared locks[THREADS];

// Thread 0 has the lock while the others queue up, one after the other: the first word of a lock names the last one in the queue.
static void in_turn(upc_lock_t *lock) {
  strict shared [] unsigned long *last = (strict shared [] unsigned long *)lock;
  if (MYTHREAD == 0) upc_lock(lock);
  upc_barrier;
  if (MYTHREAD > 0) {
    while (*last != MYTHREAD) sched_yield();  // it is a thread's number plus one
    upc_lock(lock);
    order[count] = MYTHREAD;
    count = count + 1;
    upc_unlock(lock);
  } else {
    while (*last != THREADS) sched_yield();
    CHECK(count == 0);
    upc_unlock(lock);
  }
  upc_barrier;
  CHECK(count == THREADS - 1);
  for (int i = 0; i < count; i++) CHECK(order[i] == i + 1);
}

int main(void) {
  upc_lock_t *lock = upc_all_lock_alloc();
  locks[MYTHREAD] = upc_global_lock_alloc();
  upc_barrier;
  CHECK(upc_threadof(locks[MYTHREAD]) == MYTHREAD);
  in_turn(lock);
  upc_barrier;
  if (MYTHREAD == 0) count = 0;
  upc_barrier;
  for (int i = 0; i < 100; i++) {
    upc_lock(lock);
    count = count + 1;
    upc_unlock(lock);
    const int t = (MYTHREAD + i) % THREADS;
    while (!upc_lock_attempt(locks[t])) sched_yield();
    CHECK(!upc_lock_attempt(locks[t]));
    spread[t] = spread[t] + 1;
    upc_unlock(locks[t]);
  }
  upc_barrier;
  CHECK(count == 100 * THREADS);
  int sum = 0;
  for (int t = 0; t < THREADS; t++) sum += spread[t];
  CHECK(sum == 100 * THREADS);
  upc_barrier;
  for (int i = 0; i < 20; i++) {  // all of them, in one order
    for (int t = 0; t < THREADS; t++) upc_lock(locks[t]);
    count = count + 1;
    for (int t = 0; t < THREADS; t++) upc_unlock(locks[(t + MYTHREAD) % THREADS]);
  }
  upc_barrier;
  CHECK(count == 120 * THREADS);
  upc_lock_free(locks[(MYTHREAD + 1) % THREADS]);
  upc_barrier;
  for (int i = 0; i < 50; i++) {  // memory of a lock is used again, whatever it held
    upc_lock_t *one = upc_global_lock_alloc();
    upc_lock(one);
    upc_lock_free(one);
  }
  upc_all_lock_free(lock);
  upc_lock_free(NULL);
  return failed();
}
