// Calls by all threads of a bare kernel (ompx_bare), which clang starts as CUDA does, without OpenMP's threads: a put with a
// signal, a wait, a get, and the collectives, on memory of a device partition. On the host a bare kernel is one thread; with many
// it runs on GPUs (bench/device_calls/on_gpu.sh). Usage: bare THREADS
#define SHMEMX_DEVICE_BARE
#include "checks.h"
#define GROUP block
#include "collectives.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

int me, n, failed;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("PE %d: %s\n", me, what);
  failed = 1;
}

void one_sided(long* area, int threads) {
  std::vector<long> mine(AREA / sizeof(long)), seen(500), first(8);
  for (long i = 0; i < 500; ++i) mine[static_cast<std::size_t>(SENT + i)] = pattern_of(me, i);
  shmem_putmem(area, mine.data(), AREA, me);
  shmem_barrier_all();
  const int pe = me, pes = n;
#pragma omp target teams ompx_bare num_teams(1) thread_limit(threads) is_device_ptr(area)
  block_phase(area, pe, pes, 500);
  shmem_barrier_all();
  shmem_long_get(seen.data(), area + BACK, 500, me);
  shmem_long_get(first.data(), area + VALUES, 8, me);
  for (long i = 0; i < 500; ++i)
    expect(seen[static_cast<std::size_t>(i)] == pattern_of((me + n - 1) % n, i), "what a bare kernel put is wrong");
  for (long i = 0; i < 8; ++i)
    expect(first[static_cast<std::size_t>(i)] == pattern_of(me, i), "what a bare kernel got is wrong");
}

/// Every thread leaves its number plus one, or the line of the check that fails, in an element of its own.
void collectives(char* memory, int* left, int threads) {
  const int pe = me, pes = n;
#pragma omp target teams ompx_bare num_teams(1) thread_limit(threads) is_device_ptr(memory, left)
  {
    const int line = collective_checks_block(memory, SHMEM_TEAM_WORLD, pe, 0, 1, pes);
    const long rank = static_cast<long>(isthmus_device_rank_in_block());
    left[2 * rank] = static_cast<int>(rank) + 1;
    left[2 * rank + 1] = line;
  }
  std::vector<int> seen(2 * static_cast<std::size_t>(threads));
  shmem_int_get(seen.data(), left, seen.size(), me);
  for (std::size_t i = 0; i < static_cast<std::size_t>(threads); ++i) {
    expect(seen[2 * i] == static_cast<int>(i) + 1, "a thread of a bare kernel is missing");
    if (seen[2 * i + 1] != 0) std::printf("PE %d: collectives.h:%d fails in thread %zu\n", me, seen[2 * i + 1], i), failed = 1;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 1;
  shmem_init();
  me = shmem_my_pe();
  n = shmem_n_pes();
  const std::vector<int> zeros(2 * static_cast<std::size_t>(threads));
  auto* const area = static_cast<long*>(shmem_partition_malloc(AREA, 2));
  auto* const memory = static_cast<char*>(shmem_partition_malloc(COLLECTIVE, 2));
  auto* const left = static_cast<int*>(shmem_partition_malloc(zeros.size() * sizeof(int), 2));
  shmem_int_put(left, zeros.data(), zeros.size(), me);
  one_sided(area, threads);
  collectives(memory, left, threads);
  if (!failed && me == 0) std::printf("%d PEs: bare kernels of %d threads as they should be\n", n, threads);
  shmem_barrier_all();
  shmem_finalize();
  return failed;
}
