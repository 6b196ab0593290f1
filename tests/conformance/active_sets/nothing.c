/* Zero elements with null pointers are legal and must leave pSync as it was. Also run under SHMEM_CHECK, which compares
 * arguments across the PEs. */
#include "program.h"

static long psync[2][SHMEM_SYNC_SIZE];

int main(void) {
  begin();
  for (int i = 0; i < SHMEM_SYNC_SIZE; ++i) psync[0][i] = psync[1][i] = SHMEM_SYNC_VALUE;
  shmem_barrier_all();
  for (int i = 0; i < 200; ++i) {
    shmem_broadcast64(NULL, NULL, 0, 0, 0, 0, n, psync[0]);
    shmem_fcollect32(NULL, NULL, 0, 0, 0, n, psync[1]);
    shmem_barrier_all(); /* reuse of a pSync by another collective needs synchronisation */
    shmem_collect64(NULL, NULL, 0, 0, 0, n, psync[0]);
    shmem_alltoall64(NULL, NULL, 0, 0, 0, n, psync[1]);
    shmem_barrier_all();
    shmem_alltoalls32(NULL, NULL, 1, 1, 0, 0, 0, n, psync[0]);
    shmem_int_sum_to_all(NULL, NULL, 0, 0, 0, n, NULL, psync[1]);
    shmem_barrier_all();
    for (int k = 0; k < SHMEM_SYNC_SIZE; ++k)
      EXPECT(psync[0][k] == SHMEM_SYNC_VALUE && psync[1][k] == SHMEM_SYNC_VALUE);
    shmem_barrier_all();
  }
  return end();
}
