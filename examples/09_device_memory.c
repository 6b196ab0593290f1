/* A partition of symmetric memory, which may be that of a device: put and get as ever, from any memory to any other.
 *
 *   oshcc -O2 09_device_memory.c -o memory && SHMEM_SYMMETRIC_PARTITION2=SIZE=16M oshrun -n 4 ./memory
 *
 * With SIZE=16M:KIND=CUDA (or HIP, ZE) the very same program moves the memory of GPUs.
 */
#include <shmemx.h>
#include <stdio.h>

enum { kCount = 1000 };

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes(), right = (me + 1) % n;
  /* On a device these are addresses that only the device may follow: this program never does. */
  double* there = shmem_partition_malloc(2 * kCount * sizeof *there, 2);
  double here[kCount];

  for (int i = 0; i < kCount; ++i) here[i] = me + 0.5;
  shmem_double_put(there, here, kCount, me);              /* From the host into the partition, */
  shmem_double_put(there + kCount, there, kCount, right); /* from partition to partition, */
  shmem_barrier_all();
  shmem_double_get(here, there + kCount, kCount, me); /* and back to the host. */
  printf("PE %d: %s memory, first %.1f, last %.1f\n", me, shmemx_kind_of(there), here[0], here[kCount - 1]);
  shmem_free(there);
  shmem_finalize();
  return 0;
}
