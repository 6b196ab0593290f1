/* Locks are granted in the order of requests. The holder releases and asks again at once while all others wait, and
 * must be served last. Whether a PE that has announced itself has really queued at the lock cannot be seen from
 * outside, so a few rounds may differ; with a lock that favours whoever spins or returns first, nearly all do. */
#include <sched.h>

#include "program.h"

enum { rounds = 60 };

static long static_lock, asking, position;

static void check(long* lock) {
  int in_order = 0;
  for (int round = 0; round < rounds; ++round) {
    const int holder = round % n;
    if (me == holder) {
      shmem_set_lock(lock);
      asking = 0;
      if (me == 0) position = 0;
    } else if (me == 0) {
      position = 0;
    }
    shmem_barrier_all();
    if (me == holder) {
      shmem_long_wait_until(&asking, SHMEM_CMP_EQ, n - 1);
      for (int i = 0; i < 50; ++i) sched_yield();
      shmem_clear_lock(lock);
    } else {
      shmem_long_atomic_inc(&asking, holder);
    }
    shmem_set_lock(lock);
    const long mine = shmem_long_g(&position, 0);
    shmem_long_p(&position, mine + 1, 0);
    shmem_clear_lock(lock);
    if (me == holder && mine == n - 1) ++in_order;
    EXPECT(mine >= 0 && mine < n);
    shmem_barrier_all();
  }
  static long total;
  total = 0;
  shmem_barrier_all();
  shmem_long_atomic_add(&total, in_order, 0);
  shmem_barrier_all();
  /* Between nodes one request may overtake another on its way. */
  if (me == 0 && all_on_one_node()) EXPECT(total * 10 >= rounds * 7);
  shmem_barrier_all();
}

int main(void) {
  begin();
  long* lock = shmem_calloc(1, sizeof *lock);
  check(lock);
  check(&static_lock);
  shmem_free(lock);
  return end();
}
