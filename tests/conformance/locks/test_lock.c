/* test_lock must return 0 if it has taken the lock and 1 if another holds it, and must never wait. Mixed with set_lock,
 * and as the only way to take a lock under contention. */
#include <sched.h>

#include "program.h"

static long lock, counter;

int main(void) {
  begin();
  long* heap = shmem_calloc(2, sizeof *heap);
  for (int owner = 0; owner < n; ++owner) {
    if (me == owner) EXPECT_EQ(shmem_test_lock(&lock), 0);
    shmem_barrier_all();
    if (me != owner)
      for (int i = 0; i < 3; ++i) EXPECT_EQ(shmem_test_lock(&lock), 1);
    shmem_barrier_all();
    if (me == owner) {
      shmem_clear_lock(&lock);
      shmem_set_lock(&heap[1]);
    }
    shmem_barrier_all();
    if (me != owner) EXPECT_EQ(shmem_test_lock(&heap[1]), 1);
    shmem_barrier_all();
    if (me == owner) {
      shmem_clear_lock(&heap[1]);
      EXPECT_EQ(shmem_test_lock(&heap[1]), 0);
      shmem_clear_lock(&heap[1]);
    }
    shmem_barrier_all();
  }
  for (int i = 0; i < 50; ++i) {
    if ((i + me) % 3 == 0)
      shmem_set_lock(heap);
    else
      while (shmem_test_lock(heap)) sched_yield();
    shmem_long_p(&counter, shmem_long_g(&counter, n - 1) + 1, n - 1);
    shmem_clear_lock(heap);
  }
  shmem_barrier_all();
  EXPECT_EQ(shmem_long_g(&counter, n - 1), 50 * n);
  shmem_barrier_all();
  shmem_free(heap);
  return end();
}
