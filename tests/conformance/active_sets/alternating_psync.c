/* Old programs call collectives back to back with two pSync arrays in turn and no barrier between; the results must be
 * right. */
#include "program.h"

enum { rounds = 500 };

static long psync[2][SHMEM_REDUCE_SYNC_SIZE], bcast_sync[2][SHMEM_BCAST_SYNC_SIZE],
    collect_sync[2][SHMEM_COLLECT_SYNC_SIZE];
static int sum[2], max[2], source, work[2][SHMEM_REDUCE_MIN_WRKDATA_SIZE + 1];
static int64_t all[2][max_pes], root_value[2], word;

int main(void) {
  begin();
  for (int p = 0; p < 2; ++p) {
    for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; ++i) psync[p][i] = SHMEM_SYNC_VALUE;
    for (int i = 0; i < SHMEM_BCAST_SYNC_SIZE; ++i) bcast_sync[p][i] = SHMEM_SYNC_VALUE;
    for (int i = 0; i < SHMEM_COLLECT_SYNC_SIZE; ++i) collect_sync[p][i] = SHMEM_SYNC_VALUE;
  }
  shmem_barrier_all();
  for (int round = 0; round < rounds; ++round) {
    const int at = round % 2, root = round % n;
    source = round * 10 + me;
    shmem_int_sum_to_all(&sum[at], &source, 1, 0, 0, n, work[at], psync[at]);
    EXPECT_EQ(sum[at], n * round * 10 + n * (n - 1) / 2);
    word = round * 100 + me;
    root_value[at] = -5;
    shmem_fcollect64(all[at], &word, 1, 0, 0, n, collect_sync[at]);
    for (int pe = 0; pe < n; ++pe) EXPECT_EQ(all[at][pe], round * 100 + pe);
    shmem_broadcast64(&root_value[at], &word, 1, root, 0, 0, n, bcast_sync[at]);
    EXPECT_EQ(root_value[at], root == me ? -5 : round * 100 + root);
    source = -(round + me);
    shmem_int_max_to_all(&max[at], &source, 1, 0, 0, n, work[1 - at], psync[1 - at]);
    EXPECT_EQ(max[at], -round);
    source = 7;
    shmem_int_sum_to_all(&sum[at], &source, 1, 0, 0, n, work[at], psync[at]);
    EXPECT_EQ(sum[at], 7 * n);
    shmem_int_max_to_all(&max[at], &source, 1, 0, 0, n, work[1 - at], psync[1 - at]);
  }
  shmem_barrier_all();
  for (int p = 0; p < 2; ++p)
    for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; ++i) EXPECT_EQ(psync[p][i], SHMEM_SYNC_VALUE);
  return end();
}
