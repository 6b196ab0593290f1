/* barrier and sync over active sets: no PE may leave before all have entered; the same pSync may be used again at once;
 * the barrier must complete puts of the default context. Overlapping sets may be in use at once, each with a pSync of
 * its own. */
#include "program.h"

enum { rounds = 800, kinds = 4 };

static long psync[kinds][SHMEM_SYNC_SIZE], came[kinds], data[max_pes];

typedef struct {
  int start, log_stride, size;
} Set;

static int inside(const Set* set, int pe) {
  const int distance = pe - set->start;
  return distance >= 0 && distance % (1 << set->log_stride) == 0 && distance >> set->log_stride < set->size;
}

int main(void) {
  begin();
  const Set sets[kinds] = {{0, 0, n}, {0, 1, (n + 1) / 2}, {n / 2, 0, n - n / 2}, {n > 1, 2, n > 1 ? (n + 2) / 4 : 1}};
  for (int k = 0; k < kinds; ++k)
    for (int i = 0; i < SHMEM_SYNC_SIZE; ++i) psync[k][i] = SHMEM_SYNC_VALUE;
  shmem_barrier_all();
  for (long round = 1; round <= some_of(rounds); ++round)
    for (int k = 0; k < kinds; ++k) {
      const Set* set = &sets[k];
      if (!inside(set, me)) continue;
      shmem_long_atomic_inc(&came[k], set->start);
      if ((round + k) % 2) {
        shmem_quiet();
        shmem_sync(set->start, set->log_stride, set->size, psync[k]);
      } else {
        shmem_barrier(set->start, set->log_stride, set->size, psync[k]);
      }
      const long seen = shmem_long_atomic_fetch(&came[k], set->start);
      EXPECT(seen >= round * set->size && seen < (round + 1) * set->size);
    }
  shmem_barrier_all();
  for (int k = 0; k < kinds; ++k)
    for (int i = 0; i < SHMEM_SYNC_SIZE; ++i) EXPECT_EQ(psync[k][i], SHMEM_SYNC_VALUE);
  shmem_barrier_all();
  for (long round = 1; round <= 200; ++round) {
    for (int pe = 0; pe < n; ++pe) shmem_long_p(&data[me], round * 10 + me, pe);
    shmem_barrier(0, 0, n, psync[0]);
    for (int from = 0; from < n; ++from) EXPECT_EQ(data[from], round * 10 + from);
    shmem_sync(0, 0, n, psync[0]);
  }
  return end();
}
