/* Target regions that communicate themselves: each PE's region sends a row to the next PE and waits for the one from the PE before
 * it. The host takes no part.
 *
 *   oshcc -O2 11_device_calls.c -o ring && SHMEM_SYMMETRIC_PARTITION2=SIZE=16M oshrun -n 4 ./ring
 *
 * Without a device the regions run on the host. On an NVIDIA GPU, by LLVM, whose runtime
 * (libomp-19-dev) Debian's clang does not find by itself:
 *
 *   export LIBRARY_PATH=/usr/lib/llvm-19/lib LD_LIBRARY_PATH=/usr/lib/llvm-19/lib
 *   OSHCC_CC=clang-19 oshcc -O2 -fopenmp --offload-arch=sm_90 11_device_calls.c -o ring &&
 *     SHMEM_SYMMETRIC_PARTITION2=SIZE=16M:KIND=LIBOMP oshrun -n 4 ./ring
 */
#include <shmemx_device.h>
#include <stdio.h>

enum { kLength = 1000 };

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), before = (me + shmem_n_pes() - 1) % shmem_n_pes();
  long* mine = shmem_partition_malloc(kLength * sizeof *mine, 2);
  long* received = shmem_partition_malloc(kLength * sizeof *received, 2);
  uint64_t* arrived = shmem_partition_malloc(sizeof *arrived, 2);
  const uint64_t none = 0;
  shmem_putmem(arrived, &none, sizeof none, me); /* the host may not store to device memory */
  shmem_barrier_all();

  long sum = 0;
#pragma omp target is_device_ptr(mine, received, arrived) map(tofrom : sum)
  {
    const int next = (shmem_my_pe() + 1) % shmem_n_pes();
    for (int i = 0; i < kLength; ++i) mine[i] = shmem_my_pe() + i;
    shmem_long_put_signal(received, mine, kLength, arrived, 1, SHMEM_SIGNAL_SET, next);
    shmem_signal_wait_until(arrived, SHMEM_CMP_EQ, 1);
    for (int i = 0; i < kLength; ++i) sum += received[i];
  }
  printf("PE %d: the row of PE %d adds up to %ld\n", me, before, sum);
  shmem_finalize();
  return sum != (long)before * kLength + kLength * (kLength - 1) / 2;
}
