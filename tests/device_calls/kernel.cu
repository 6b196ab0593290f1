// The calls of checks.h inside CUDA kernels, as region.cpp has them inside target regions.
#include <cstdio>
#include <vector>

#define ON_DEVICE __device__ static inline
#include "checks.h"

namespace {

int me, n, failed;

__global__ void run_phase(int phase, long* area, int pe, int pes, int readable, int* line) {
  *line = phase == 1 ? first_phase(area, pe, pes, readable) : second_phase(area, pe, pes, readable);
}
__global__ void run_block(long* area, int pe, int pes) { block_phase(area, pe, pes, 500); }
__global__ void run_warp(long* area, int pe, int pes) {
  shmemx_long_put_warp(area + BACK, area + SENT, 500, (pe + 1) % pes);
  shmemx_quiet_warp();
}

void clear(long* area) {
  const std::vector<char> zeros(AREA);
  shmem_putmem(area, zeros.data(), AREA, me);
  shmem_barrier_all();
}

void two_phases(long* area, int readable, const char* where, int* line) {
  clear(area);
  for (int phase = 1; phase <= 2; ++phase) {
    int seen = -1;
    run_phase<<<1, 1>>>(phase, area, me, n, readable, line);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(&seen, line, sizeof seen, cudaMemcpyDefault);
    if (error != cudaSuccess || seen != 0) {
      std::printf("PE %d: checks.h:%d fails on %s (%s)\n", me, seen, where, cudaGetErrorString(error));
      failed = 1;
    }
    shmem_barrier_all();
  }
}

template <class Run>
void by_group(long* area, bool block, Run&& run) {
  clear(area);
  std::vector<long> mine(500), seen(500), first(8);
  for (long i = 0; i < 500; ++i) mine[i] = pattern_of(me, i);
  shmem_long_put(area + SENT, mine.data(), 500, me);
  shmem_barrier_all();
  run();
  if (cudaDeviceSynchronize() != cudaSuccess) failed = 1;
  shmem_barrier_all();
  shmem_long_get(seen.data(), area + BACK, 500, me);
  shmem_long_get(first.data(), area + VALUES, 8, me);
  for (long i = 0; i < 500; ++i)
    if (seen[i] != pattern_of((me + n - 1) % n, i)) failed = 1;
  for (long i = 0; i < 8 && block; ++i)
    if (first[i] != pattern_of(me, i)) failed = 1;
  if (failed) std::printf("PE %d: what a group put is wrong\n", me);
  shmem_barrier_all();
}

}  // namespace

int main() {
  shmem_init();
  me = shmem_my_pe();
  n = shmem_n_pes();
  int* line = nullptr;
  cudaMalloc(&line, sizeof *line);
  long* device = static_cast<long*>(shmem_partition_malloc(AREA, 2));
  long* heap = static_cast<long*>(shmem_malloc(AREA));
  two_phases(device, 1, "the device partition", line);
  two_phases(heap, 0, "the heap", line);
  for (const int threads : {32, 256, 1024}) by_group(device, true, [&] { run_block<<<1, threads>>>(device, me, n); });
  by_group(device, false, [&] { run_warp<<<1, 32>>>(device, me, n); });
  if (!failed && me == 0) std::printf("%d PEs: all calls from kernels as they should be\n", n);
  shmem_finalize();
  return failed;
}
