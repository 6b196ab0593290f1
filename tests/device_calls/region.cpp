// The calls of checks.h inside OpenMP target regions: on memory of a device partition and on the host's heap; then by all
// threads of a parallel region. Run on stock LLVM's host devices with ISTHMUS_DEVICE_ON_HOST, which compiles the device's
// functions for the host, and without; and on GPUs (bench/device_calls/on_gpu.sh).
#include "checks.h"
#ifndef FEW_COLLECTIVES
#define ALL_COLLECTIVES
#endif
#define GROUP block
#include "collectives.h"
#include "litmus.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

int me, n, failed;
const bool on_gpu = std::getenv("ON_GPU") != nullptr;

void expect(int line, const char* where) {
  if (line == 0) return;
  std::printf("PE %d: line %d of the checks fails on %s\n", me, line, where);
  failed = 1;
}

void clear(long* area) {
  const std::vector<char> zeros(AREA);
  shmem_putmem(area, zeros.data(), AREA, me);
  shmem_barrier_all();
}

void two_phases(long* area, int readable, const char* where) {
  clear(area);
  int line = 0;
  const int pe = me, pes = n;
#pragma omp target is_device_ptr(area) map(tofrom : line)
  line = first_phase(area, pe, pes, readable);
  expect(line, where);
  shmem_barrier_all();
#pragma omp target is_device_ptr(area) map(tofrom : line)
  line = second_phase(area, pe, pes, readable);
  expect(line, where);
  shmem_barrier_all();
}

void by_block(long* area, int threads) {
  clear(area);
  std::vector<long> mine(500), seen(500), first(8);
  for (long i = 0; i < 500; ++i) mine[static_cast<std::size_t>(i)] = pattern_of(me, i);
  shmem_long_put(area + SENT, mine.data(), 500, me);
  shmem_barrier_all();
  const int pe = me, pes = n;
#pragma omp target thread_limit(threads) is_device_ptr(area)
#pragma omp parallel num_threads(threads)
  block_phase(area, pe, pes, 500);
  shmem_barrier_all();
  shmem_long_get(seen.data(), area + BACK, 500, me);
  shmem_long_get(first.data(), area + VALUES, 8, me);
  for (long i = 0; i < 500; ++i)
    if (seen[static_cast<std::size_t>(i)] != pattern_of((me + n - 1) % n, i)) failed = 1;
  for (long i = 0; i < 8; ++i)
    if (first[static_cast<std::size_t>(i)] != pattern_of(me, i)) failed = 1;
  if (failed) std::printf("PE %d: what a block of %d threads put is wrong\n", me, threads);
  shmem_barrier_all();
}

/// The host adds while its region does. A device without a second queue does one after the other.
void litmus(long* area) {
  const int pe = me, pes = n;
  const bool mapped = shmem_ptr(area, n - 1) && shmem_ptr(area, 0);
  const long device_times = mapped ? 500 : 50, host_times = 50, rounds = mapped ? LITMUS_ROUNDS : 20;
  int line = 0;
  clear(area);
#pragma omp target is_device_ptr(area) map(tofrom : line)
  {
    line = litmus_message_passing(area, pe, pes, rounds);
    if (line == 0) line = litmus_collective(area, pe, pes, rounds);
    litmus_store_buffering(area, pe, pes, rounds);
  }
  expect(line, "a litmus test");
  expect(litmus_seen(area, n, rounds), "a litmus test");
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp target is_device_ptr(area)
      litmus_adds(area, device_times);
    } else {
      litmus_host_adds(area, host_times);
    }
  }
  expect(litmus_sum(area, n, device_times, host_times), "a litmus test");
}

/// All PEs, and then the even and the odd ones at the same time.
void collectives(char* memory, shmem_team_t half, int threads) {
  const int pe = me, pes = n, mine = (n + 1 - me % 2) / 2;
  const auto world = reinterpret_cast<std::uintptr_t>(SHMEM_TEAM_WORLD), other = reinterpret_cast<std::uintptr_t>(half);
  int line = 0, given = 0;
  shmem_barrier_all();
#pragma omp target thread_limit(threads) is_device_ptr(memory) map(tofrom : line, given)
#pragma omp parallel num_threads(threads) reduction(max : line, given)
  {
    given = omp_get_num_threads();
    for (int halves = 0; halves < 2; ++halves) {
      const int seen = collective_checks_block(memory, reinterpret_cast<shmem_team_t>(halves ? other : world), pe,
                                               halves ? pe % 2 : 0, halves + 1, halves ? mine : pes);
      line = line > seen ? line : seen;
    }
  }
  // LLVM gives teams on the host no more threads than there are cores, so the regions have none.
  if (!on_gpu && given != threads) {
    std::printf("PE %d: %d threads instead of %d\n", me, given, threads);
    failed = 1;
  }
  if (line != 0) {
    std::printf("PE %d: collectives.h:%d fails with %d threads\n", me, line, threads);
    failed = 1;
  }
}

}  // namespace

int main() {
  int provided;
  shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
  me = shmem_my_pe();
  n = shmem_n_pes();
  long* device = static_cast<long*>(shmem_partition_malloc(AREA, 2));
  long* heap = static_cast<long*>(shmem_malloc(AREA));
  two_phases(device, 1, "the device partition");
  two_phases(heap, !on_gpu && !std::getenv("HEAP_UNREADABLE"), "the heap");
  for (const int threads : {1, 4, 32}) by_block(device, threads);
  litmus(device);
  char* memory = static_cast<char*>(shmem_partition_malloc(COLLECTIVE, 2));
  shmem_team_t even, odd;
  shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (n + 1) / 2, nullptr, 0, &even);
  shmem_team_split_strided(SHMEM_TEAM_WORLD, n > 1, 2, n > 1 ? n / 2 : 1, nullptr, 0, &odd);
  for (const int threads : {1, 3}) collectives(memory, me % 2 == 0 ? even : odd, threads);
  if (on_gpu) collectives(memory, me % 2 == 0 ? even : odd, 256);
  if (!failed && me == 0) std::printf("%d PEs: all calls from target regions as they should be\n", n);
  shmem_finalize();
  return failed;
}
