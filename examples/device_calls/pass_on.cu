// pass_on.cpp as a CUDA kernel: a block sends the row, and all its threads add up what came.
//   nvcc -arch=native pass_on.cu $(oshc++ --showme:compile) $(oshc++ --showme:link) -o pass_on
//   SHMEM_SYMMETRIC_PARTITION2=SIZE=64M:KIND=CUDA oshrun -n 2 ./pass_on
#include <shmemx_device.h>

#include <cstdio>

constexpr int kLength = 1000;

__global__ void pass_on(long* row, uint64_t* arrived, unsigned long long* sum) {
  const int next = (shmem_my_pe() + 1) % shmem_n_pes();
  for (int i = threadIdx.x; i < kLength; i += blockDim.x) row[i] = shmem_my_pe() + i;
  shmemx_long_put_signal_block(row + kLength, row, kLength, arrived, 1, SHMEM_SIGNAL_ADD, next);
  shmemx_signal_wait_until_block(arrived, SHMEM_CMP_EQ, 1);
  for (int i = threadIdx.x; i < kLength; i += blockDim.x) atomicAdd(sum, row[kLength + i]);
}

int main() {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  long* row = static_cast<long*>(shmem_partition_malloc(2 * kLength * sizeof(long), 2));
  auto* arrived = static_cast<uint64_t*>(shmem_partition_malloc(sizeof(uint64_t), 2));
  unsigned long long *sum = nullptr, result = 0;
  cudaMalloc(&sum, sizeof *sum);
  cudaMemset(sum, 0, sizeof *sum);
  const uint64_t none = 0;
  shmem_putmem(arrived, &none, sizeof none, me);
  shmem_barrier_all();
  pass_on<<<1, 256>>>(row, arrived, sum);
  cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDefault);
  const int before = (me + n - 1) % n;
  std::printf("PE %d: the row of PE %d adds up to %llu\n", me, before, result);
  shmem_finalize();
  return result != 1ull * before * kLength + kLength * (kLength - 1) / 2;
}
