// Each PE's target region sends a row to the next PE and waits for the one from the PE before it: the region communicates itself,
// and the host takes no part.
// By clang and its OpenMP runtime (Debian's clang-19 and libomp-19-dev), which Debian's clang does not find by itself:
//   export LIBRARY_PATH=/usr/lib/llvm-19/lib LD_LIBRARY_PATH=/usr/lib/llvm-19/lib
//   OSHCC_CXX=clang++-19 oshc++ -O2 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda pass_on.cpp -o pass_on
//   SHMEM_SYMMETRIC_PARTITION2=SIZE=64M:KIND=LIBOMP oshrun -n 2 ./pass_on
#include <shmemx_device.h>

#include <cstdio>

int main() {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  constexpr int kLength = 1000;
  long* row = static_cast<long*>(shmem_partition_malloc(2 * kLength * sizeof(long), 2));
  auto* arrived = static_cast<uint64_t*>(shmem_partition_malloc(sizeof(uint64_t), 2));
  const uint64_t none = 0;
  shmem_putmem(arrived, &none, sizeof none, me);  // device memory is written by puts, to this PE, too
  shmem_barrier_all();

  long sum = 0;
#pragma omp target is_device_ptr(row, arrived) map(tofrom : sum)
  {
    const int next = (shmem_my_pe() + 1) % shmem_n_pes();
    for (int i = 0; i < kLength; ++i) row[i] = shmem_my_pe() + i;
    shmem_long_put_signal(row + kLength, row, kLength, arrived, 1, SHMEM_SIGNAL_ADD, next);
    shmem_signal_wait_until(arrived, SHMEM_CMP_EQ, 1);
    for (int i = 0; i < kLength; ++i) sum += row[kLength + i];
  }
  const int before = (me + n - 1) % n;
  std::printf("PE %d: the row of PE %d adds up to %ld\n", me, before, sum);
  shmem_finalize();
  return sum != long{before} * kLength + kLength * (kLength - 1) / 2;
}
