/* Section 4: one-sided operations complete at a PE that makes no library call. The last PE only looks at its own memory
 * until the others have finished a long exchange with it. */
#include <sched.h>

#include "program.h"

static long counter, words[max_pes], lock_like;
static volatile long done;
static uint64_t word;

int main(void) {
  begin();
  const int passive = n - 1;
  shmem_barrier_all();
  if (me == passive) {
    while (done < n - 1) sched_yield();
  } else {
    for (long i = 1; i <= some_of(500); ++i) {
      shmem_long_p(&words[me], i, passive);
      shmem_quiet();
      EXPECT_EQ(shmem_long_g(&words[me], passive), i);
      shmem_long_atomic_inc(&counter, passive);
      shmem_long_atomic_fetch_add(&counter, 2, passive);
      long got = 0;
      shmem_long_get_nbi(&got, &words[me], 1, passive);
      shmem_quiet();
      EXPECT_EQ(got, i);
      shmem_signal_add(&word, 1, passive);
      while (shmem_long_atomic_compare_swap(&lock_like, 0, me + 1, passive) != 0) sched_yield();
      EXPECT_EQ(shmem_long_atomic_swap(&lock_like, 0, passive), me + 1);
    }
    shmem_quiet();
    shmem_long_atomic_inc((long*)&done, passive);
  }
  shmem_barrier_all();
  if (me == passive) {
    EXPECT_EQ(counter, some_of(500) * 3 * (n - 1));
    EXPECT_EQ(word, some_of(500) * (n - 1));
  }
  return end();
}
