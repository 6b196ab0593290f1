/* Section 12: a member's source is read only after it has entered. The last PE comes late and fills its source only
 * then; the others are inside long before. */
#include <sched.h>

#include "program.h"

static long source[max_pes], sum, all[max_pes], scan, exchanged[max_pes], value;
static int inside;

int main(void) {
  begin();
  for (int call = 0; call < 5; ++call)
    for (long round = 1; round <= 20; ++round) {
      const int late = (int)(round % n);
      for (int i = 0; i < n; ++i) source[i] = -1;
      inside = 0;
      shmem_barrier_all();
      if (me == late) {
        shmem_int_wait_until(&inside, SHMEM_CMP_EQ, n - 1);
        for (int i = 0; i < 20; ++i) sched_yield();
      }
      for (int i = 0; i < n; ++i) source[i] = round * 1000 + me * 10 + i;
      if (me != late) shmem_int_atomic_inc(&inside, late);
      switch (call) {
        case 0:
          EXPECT_EQ(shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &sum, source, 1), 0);
          EXPECT_EQ(sum, n * round * 1000 + 10 * n * (n - 1) / 2);
          break;
        case 1:
          EXPECT_EQ(shmem_long_fcollect(SHMEM_TEAM_WORLD, all, source, 1), 0);
          EXPECT_EQ(all[late], round * 1000 + late * 10);
          break;
        case 2:
          EXPECT_EQ(shmem_long_broadcast(SHMEM_TEAM_WORLD, &value, source, 1, late), 0);
          EXPECT_EQ(value, round * 1000 + late * 10);
          break;
        case 3:
          EXPECT_EQ(shmem_long_alltoall(SHMEM_TEAM_WORLD, exchanged, source, 1), 0);
          EXPECT_EQ(exchanged[late], round * 1000 + late * 10 + me);
          break;
        default:
          EXPECT_EQ(shmem_long_sum_inscan(SHMEM_TEAM_WORLD, &scan, source, 1), 0);
          EXPECT_EQ(scan, (me + 1) * round * 1000 + 10 * me * (me + 1) / 2);
      }
      shmem_barrier_all();
    }
  return end();
}
