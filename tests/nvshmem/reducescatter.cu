// nvshmem_TYPE_OP_reducescatter by a thread, a warp and a block, on parts that go through cells and on larger ones. Run on GPUs by
// bench/device_calls/on_gpu.sh.
#include <nvshmem.h>
#include <nvshmemx.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

enum Group { thread, warp, block };

__global__ void scatter(Group group, int* sums, long* most, const int* source, const long* longs, size_t n) {
  if (group == thread) {
    nvshmem_int_sum_reducescatter(NVSHMEM_TEAM_WORLD, sums, source, n);
    nvshmem_long_max_reducescatter(NVSHMEM_TEAM_WORLD, most, longs, n);
  } else if (group == warp) {
    nvshmemx_int_sum_reducescatter_warp(NVSHMEM_TEAM_WORLD, sums, source, n);
    nvshmemx_long_max_reducescatter_warp(NVSHMEM_TEAM_WORLD, most, longs, n);
  } else {
    nvshmemx_int_sum_reducescatter_block(NVSHMEM_TEAM_WORLD, sums, source, n);
    nvshmemx_long_max_reducescatter_block(NVSHMEM_TEAM_WORLD, most, longs, n);
  }
}

long value(int pe, size_t i, size_t seed) { return static_cast<long>((i * 7 + seed * 13 + static_cast<size_t>(pe) * 31) % 101) - 50; }

template <class T>
std::vector<T> fetch(const T* there, size_t n) {
  std::vector<T> here(n);
  cudaMemcpy(here.data(), there, n * sizeof(T), cudaMemcpyDefault);
  return here;
}

}  // namespace

int main() {
  nvshmem_init();
  const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
  const size_t largest = 5000, all = largest * static_cast<size_t>(pes);
  auto* const source = static_cast<int*>(nvshmem_malloc(all * sizeof(int)));
  auto* const longs = static_cast<long*>(nvshmem_malloc(all * sizeof(long)));
  auto* const sums = static_cast<int*>(nvshmem_malloc(largest * sizeof(int)));
  auto* const most = static_cast<long*>(nvshmem_malloc(largest * sizeof(long)));
  int failed = 0;
  size_t seed = 0;
  for (const size_t n : {size_t{1}, size_t{7}, size_t{63}, size_t{300}, size_t{1000}, largest})
    for (const Group group : {thread, warp, block}) {
      ++seed;
      std::vector<int> mine(n * static_cast<size_t>(pes));
      std::vector<long> long_ones(mine.size());
      for (size_t i = 0; i < mine.size(); ++i) mine[i] = static_cast<int>(value(me, i, seed)), long_ones[i] = value(me, i, seed);
      nvshmem_barrier_all();
      cudaMemcpy(source, mine.data(), mine.size() * sizeof(int), cudaMemcpyDefault);
      cudaMemcpy(longs, long_ones.data(), long_ones.size() * sizeof(long), cudaMemcpyDefault);
      nvshmem_barrier_all();
      const int threads = group == thread ? 1 : group == warp ? 32 : 256;
      scatter<<<1, threads>>>(group, sums, most, source, longs, n);
      const cudaError_t error = cudaDeviceSynchronize();
      if (error != cudaSuccess) std::printf("PE %d: %s\n", me, cudaGetErrorString(error)), nvshmem_global_exit(1);
      const std::vector<int> sum = fetch(sums, n);
      const std::vector<long> top = fetch(most, n);
      for (size_t i = 0; i < n; ++i) {
        long wanted = 0, largest_one = -1000;
        for (int pe = 0; pe < pes; ++pe) {
          const long one = value(pe, static_cast<size_t>(me) * n + i, seed);
          wanted += one;
          largest_one = std::max(largest_one, one);
        }
        if (sum[i] != wanted || top[i] != largest_one) failed = 1;
      }
      if (failed) std::printf("PE %d: reducescatter of %zu elements by group %d is wrong\n", me, n, group), nvshmem_global_exit(1);
    }
  nvshmem_barrier_all();
  if (me == 0) std::printf("%d PEs: reducescatter as it should be\n", pes);
  nvshmem_finalize();
  return failed;
}
