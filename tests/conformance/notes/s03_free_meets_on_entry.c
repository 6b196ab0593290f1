/* Section 3: free is a barrier on entry: while one PE has not called it, the others must wait in it and the block must
 * be intact. */
#include <sched.h>

#include "program.h"

static int freed, calling;

int main(void) {
  begin();
  for (int round = 1; round <= 20; ++round) {
    const int late = round % n;
    long* block = shmem_malloc(1000);
    for (int i = 0; i < 125; ++i) block[i] = round * 1000 + me;
    freed = calling = 0;
    shmem_barrier_all();
    if (me == late) {
      shmem_int_wait_until(&calling, SHMEM_CMP_EQ, n - 1);
      for (int look = 0; look < 50; ++look) {
        for (int pe = 0; pe < n; ++pe) EXPECT_EQ(shmem_long_g(&block[look], pe), round * 1000 + pe);
        EXPECT_EQ(shmem_int_atomic_fetch(&freed, me), 0);
        sched_yield();
      }
    } else {
      shmem_int_atomic_inc(&calling, late);
    }
    shmem_free(block);
    shmem_int_atomic_inc(&freed, late);
    shmem_barrier_all();
  }
  return end();
}
