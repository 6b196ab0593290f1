// The calls of checks.h inside CUDA kernels, as region.cpp has them inside target regions.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define ON_DEVICE __device__ static inline
#include "checks.h"
#define GROUP warp
#include "collectives.h"
#undef GROUP
#define ALL_COLLECTIVES
#define GROUP block
#include "collectives.h"
#include "litmus.h"

namespace {

int me, n, failed;

__global__ void run_phase(int phase, long* area, int pe, int pes, int readable, int* line) {
  *line = phase == 1 ? first_phase(area, pe, pes, readable) : second_phase(area, pe, pes, readable);
}
__global__ void run_find(const long* area, int pe, int* found) { *found = shmem_ptr(area, pe) != nullptr; }
__global__ void run_block(long* area, int pe, int pes) { block_phase(area, pe, pes, 500); }
__global__ void run_warp(long* area, int pe, int pes) {
  shmemx_long_put_warp(area + BACK, area + SENT, 500, (pe + 1) % pes);
  shmemx_quiet_warp();
}

struct Team {
  shmem_team_t handle;
  int first, stride, size;
};

/// Block b uses the team and the memory of that number.
__global__ void __launch_bounds__(1024) run_collectives(char* memory, Team one, Team other, int pe, bool warp, int* line) {
  const Team team = blockIdx.x == 0 ? one : other;
  memory += blockIdx.x * COLLECTIVE;
  const int seen = warp ? collective_checks_warp(memory, team.handle, pe, team.first, team.stride, team.size)
                        : collective_checks_block(memory, team.handle, pe, team.first, team.stride, team.size);
  if (seen != 0) *line = seen;
}

/// By one thread, under the names of the specification.
__global__ void run_collectives_of_thread(float* memory, int pe, int pes, int* line) {
  for (int i = 0; i < 100; ++i) memory[i] = static_cast<float>(value_of(pe, i));
  shmem_barrier_all();
  shmem_float_sum_reduce(SHMEM_TEAM_WORLD, memory + 100, memory, 100);
  shmem_float_fcollect(SHMEM_TEAM_WORLD, memory + 200, memory, 1);
  shmem_sync_all();
  for (int i = 0; i < 100; ++i) {
    float sum = 0;
    for (int k = 0; k < pes; ++k) sum += static_cast<float>(value_of(k, i));
    if (memory[100 + i] != sum) *line = __LINE__;
  }
  for (int k = 0; k < pes; ++k)
    if (memory[200 + k] != static_cast<float>(value_of(k, 0))) *line = __LINE__;
  if (shmem_team_sync(SHMEM_TEAM_INVALID) == 0) *line = __LINE__;
}

__global__ void run_litmus(long* area, int pe, int pes, int* line) {
  const int seen = litmus_message_passing(area, pe, pes, LITMUS_ROUNDS);
  const int seen_with_data = litmus_collective(area, pe, pes, LITMUS_ROUNDS);
  if (seen != 0 || seen_with_data != 0) *line = seen != 0 ? seen : seen_with_data;
  litmus_store_buffering(area, pe, pes, LITMUS_ROUNDS);
}
__global__ void run_adds(long* area, long times) { litmus_adds(area, times); }

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

/// Whether device code can load and store PE pe's copy.
int is_mapped(const long* area, int pe, int* line) {
  int found = 0;
  run_find<<<1, 1>>>(area, pe, line);
  cudaMemcpy(&found, line, sizeof found, cudaMemcpyDefault);
  return found;
}

template <class Run>
void collectives(const char* what, int* line, Run&& run) {
  int seen = 0;
  cudaMemcpy(line, &seen, sizeof seen, cudaMemcpyDefault);
  shmem_barrier_all();
  run();
  const cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(&seen, line, sizeof seen, cudaMemcpyDefault);
  if (error != cudaSuccess || seen != 0) {
    std::printf("PE %d: collectives by %s: line %d fails (%s)\n", me, what, seen, cudaGetErrorString(error));
    failed = 1;
  }
  shmem_barrier_all();
}

void all_collectives(int* line) {
  char* memory = static_cast<char*>(shmem_partition_malloc(2 * COLLECTIVE, 2));
  const Team world{SHMEM_TEAM_WORLD, 0, 1, n};
  Team halves[2]{{SHMEM_TEAM_INVALID, 0, 2, (n + 1) / 2}, {SHMEM_TEAM_INVALID, 1, 2, n / 2}};
  for (Team& half : halves)
    shmem_team_split_strided(SHMEM_TEAM_WORLD, half.first, half.stride, half.size, nullptr, 0, &half.handle);
  const Team half = halves[me % 2];
  for (const int threads : {64, 1024})
    collectives("a block", line, [&] { run_collectives<<<1, threads>>>(memory, world, world, me, false, line); });
  collectives("two blocks", line, [&] { run_collectives<<<2, 256>>>(memory, world, half, me, false, line); });
  collectives("a warp", line, [&] { run_collectives<<<1, 32>>>(memory, half, half, me, true, line); });
  collectives("a thread", line, [&] {
    run_collectives_of_thread<<<1, 1>>>(reinterpret_cast<float*>(memory), me, n, line);
  });
}

/// The host adds while its kernel does.
void litmus(long* area, int* line) {
  const long device_times = 20000, host_times = 200;
  clear(area);
  collectives("a litmus test", line, [&] { run_litmus<<<1, 1>>>(area, me, n, line); });
  int wrong = litmus_seen(area, n, LITMUS_ROUNDS);
  run_adds<<<4, 1>>>(area, device_times);
  litmus_host_adds(area, host_times);
  const bool ended = cudaDeviceSynchronize() == cudaSuccess;
  const int sum = litmus_sum(area, n, 4 * device_times, host_times);
  if (wrong == 0) wrong = ended ? sum : __LINE__;
  if (wrong != 0) std::printf("PE %d: litmus.h:%d fails\n", me, wrong);
  failed |= wrong != 0;
  shmem_barrier_all();
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
  const int heap_mapped = is_mapped(heap, me, line) && is_mapped(heap, (me + 1) % n, line);
  if (!heap_mapped && std::getenv("HEAP_MAPPED")) {
    std::printf("PE %d: device code does not find the heap\n", me);
    failed = 1;
  }
  two_phases(heap, heap_mapped, "the heap", line);
  for (const int threads : {32, 256, 1024}) by_group(device, true, [&] { run_block<<<1, threads>>>(device, me, n); });
  by_group(device, false, [&] { run_warp<<<1, 32>>>(device, me, n); });
  all_collectives(line);
  litmus(device, line);
  if (!failed && me == 0) std::printf("%d PEs: all calls from kernels as they should be\n", n);
  shmem_finalize();
  return failed;
}
