/* A sum over device memory that OpenMP target regions fill and read; the host touches none of it.
 *
 *   oshcc -O2 10_device_reduction.c -o reduction && SHMEM_SYMMETRIC_PARTITION2=SIZE=16M oshrun -n 4 ./reduction
 *
 * Without a device the regions run on the host, in a partition of host memory. On an NVIDIA GPU, by LLVM, whose
 * runtime (libomp-19-dev) Debian's clang does not find by itself:
 *
 *   export LIBRARY_PATH=/usr/lib/llvm-19/lib LD_LIBRARY_PATH=/usr/lib/llvm-19/lib
 *   OSHCC_CC=clang-19 oshcc -O2 -fopenmp --offload-arch=sm_90 10_device_reduction.c -o reduction &&
 *     SHMEM_SYMMETRIC_PARTITION2=SIZE=16M:KIND=LIBOMP:DEVICE=0 oshrun -n 4 ./reduction
 */
#include <shmemx.h>
#include <stdio.h>

enum { kCount = 100000 };

static void fill(double* there, double value) {
#pragma omp target teams distribute parallel for is_device_ptr(there)
  for (int i = 0; i < kCount; ++i) there[i] = value + i;
}

/* How many of the values are `value + pes * i`. */
static int count_right(const double* there, double value, int pes) {
  int right = 0;
#pragma omp target teams distribute parallel for is_device_ptr(there) map(tofrom : right) reduction(+ : right)
  for (int i = 0; i < kCount; ++i) right += there[i] == value + (double)pes * i;
  return right;
}

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  double* mine = shmem_partition_malloc(kCount * sizeof *mine, 2);
  double* sum = shmem_partition_malloc(kCount * sizeof *sum, 2);
  fill(mine, me);
  shmem_double_sum_reduce(SHMEM_TEAM_WORLD, sum, mine, kCount);
  printf("PE %d: %d of %d sums are right\n", me, count_right(sum, n * (n - 1) / 2, n), kCount);
  shmem_free(sum);
  shmem_free(mine);
  shmem_finalize();
  return 0;
}
