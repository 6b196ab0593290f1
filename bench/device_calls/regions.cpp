// Calls from OpenMP target regions, measured as kernels.cu measures those from CUDA kernels.
#include <shmemx_device.h>

#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Of a region. An NVIDIA device has 80 registers for each of 768 threads, which is enough for these calls by clang 19, and
// 64 for each of 1024, which is not.
#ifndef THREADS
#define THREADS 768
#endif

namespace {

constexpr long kWords = 1 << 20, kOps = 1L << 26;
int me, pes;
enum class Who { first, pair, all };

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class Region>
double median(Region&& region, Who who) {
  std::vector<double> seconds;
  for (int i = 0; i < 8; ++i) {
    shmem_barrier_all();
    const double start = now();
    if (who == Who::all || (who == Who::pair ? me < 2 : me == 0)) region();
    if (i > 0) seconds.push_back(now() - start);
    shmem_barrier_all();
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

void print(const char* metric, std::size_t bytes, double value, const char* unit) {
  if (me == 0) std::printf("%-8s %-18s %9zu %d %10.3f %s\n", "openmp", metric, bytes, pes, value, unit);
  std::fflush(stdout);
}

/// Collectives by the threads of a parallel region; every PE brings `count` floats.
void collectives(float* to, float* from, long n) {
  print("barrier by block", 0, median([&] {
#pragma omp target teams num_teams(1) thread_limit(THREADS)
#pragma omp parallel num_threads(THREADS)
          for (long i = 0; i < n; ++i) shmemx_barrier_all_block();
        }, Who::all) / static_cast<double>(n) * 1e6, "us");
  for (const std::size_t count : {std::size_t{2}, std::size_t{1024}, std::size_t{65536}}) {
    const long rounds = std::max(1L, count > 1024 ? n / 10 : n);
    print("sum by block", count, median([&] {
#pragma omp target teams num_teams(1) thread_limit(THREADS) is_device_ptr(to, from)
#pragma omp parallel num_threads(THREADS)
            for (long i = 0; i < rounds; ++i) shmemx_float_sum_reduce_block(SHMEM_TEAM_WORLD, to, from, count);
          }, Who::all) / static_cast<double>(rounds) * 1e6, "us");
    print("fcollect by block", count, median([&] {
#pragma omp target teams num_teams(1) thread_limit(THREADS) is_device_ptr(to, from)
#pragma omp parallel num_threads(THREADS)
            for (long i = 0; i < rounds; ++i) shmemx_float_fcollect_block(SHMEM_TEAM_WORLD, to, from, count);
          }, Who::all) / static_cast<double>(rounds) * 1e6, "us");
    print("alltoall by block", count, median([&] {
#pragma omp target teams num_teams(1) thread_limit(THREADS) is_device_ptr(to, from)
#pragma omp parallel num_threads(THREADS)
            for (long i = 0; i < rounds; ++i) shmemx_float_alltoall_block(SHMEM_TEAM_WORLD, to, from, count);
          }, Who::all) / static_cast<double>(rounds) * 1e6, "us");
  }
}

}  // namespace

int main() {
  shmem_init();
  me = shmem_my_pe();
  pes = shmem_n_pes();
  const char* shorter = std::getenv("BENCH_N");
  const long n = shorter ? std::atol(shorter) / 4 * 4 : 20000, ops = shorter ? n * 10 : kOps;
  const std::size_t large = std::size_t{shorter ? 1u : 64u} << 20;
  long* x = static_cast<long*>(shmem_partition_malloc(std::max(large, kWords * sizeof(long)), 2));
  char* source = static_cast<char*>(shmem_partition_malloc(large, 2));
  auto* flag = static_cast<std::uint64_t*>(shmem_partition_malloc(64, 2));
  std::uint64_t zero = 0;
  shmem_putmem(flag, &zero, 8, me);
  shmem_barrier_all();
  const int pe = me == 0 ? 1 : 0, first = me == 0;
  long sum = 0;
  print("p+quiet", 8, median([&] {
#pragma omp target is_device_ptr(x)
          for (long i = 0; i < n; ++i) {
            shmem_long_p(x, i, pe);
            shmem_quiet();
          }
        }, Who::first) / static_cast<double>(n) * 1e6, "us");
  print("g", 8, median([&] {
#pragma omp target is_device_ptr(x) map(tofrom : sum)
          {
            long all = 0;  // in a register: what is mapped is in memory
            for (long i = 0; i < n; i += 4) {  // as nvcc unrolls the loops of kernels.cu: the calls are compared
              all += shmem_long_g(x + (all & 1), pe);
              all += shmem_long_g(x + (all & 1), pe);
              all += shmem_long_g(x + (all & 1), pe);
              all += shmem_long_g(x + (all & 1), pe);
            }
            sum = all;
          }
        }, Who::first) / static_cast<double>(n) * 1e6, "us");
  double fetching = 1e9;
  for (int place = 0; place < 16; ++place) {  // the least of 16 places in memory, as in kernels.cu
    long* const at = x + place * 4112;
    fetching = std::min(fetching, median([&] {
#pragma omp target is_device_ptr(at) map(tofrom : sum)
          {
            long all = 0;  // in a register: what is mapped is in memory
            for (long i = 0; i < n; i += 4) {
              all += shmem_long_atomic_fetch_add(at + (all & 1), 2, pe);
              all += shmem_long_atomic_fetch_add(at + (all & 1), 2, pe);
              all += shmem_long_atomic_fetch_add(at + (all & 1), 2, pe);
              all += shmem_long_atomic_fetch_add(at + (all & 1), 2, pe);
            }
            sum = all;
          }
        }, Who::first));
  }
  print("fetch_add", 8, fetching / static_cast<double>(n) * 1e6, "us");
  std::uint64_t played = 0;
  if (std::getenv("CONCURRENT"))
    print("ping-pong half", 8, median([&] {
            const std::uint64_t from = played, rounds = static_cast<std::uint64_t>(n);
#pragma omp target is_device_ptr(flag)
            for (std::uint64_t i = from + 1; i <= from + rounds; ++i) {
              if (first) shmem_signal_set(flag, i, pe);
              shmem_signal_wait_until(flag, SHMEM_CMP_GE, i);
              if (!first) shmem_signal_set(flag, i, pe);
            }
            played += rounds;
          }, Who::pair) / static_cast<double>(n) / 2 * 1e6, "us");
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{65536}, std::size_t{1} << 20}) {
    const long rounds = std::max(1L, bytes > 65536 ? n / 40 : n / 4);
    print("put by block", bytes, median([&] {
#pragma omp target teams num_teams(1) thread_limit(THREADS) is_device_ptr(x, source)
#pragma omp parallel num_threads(THREADS)
            for (long i = 0; i < rounds; ++i) {
              shmemx_putmem_nbi_block(x, source, bytes, pe);
              shmemx_quiet_block();
            }
          }, Who::first) / static_cast<double>(rounds) * 1e6, "us");
  }
  print("put by 64 blocks", large, static_cast<double>(large) * 20 / median([&] {
#pragma omp target teams num_teams(64) thread_limit(THREADS) is_device_ptr(x, source)
          {
            const std::size_t part = large / static_cast<std::size_t>(omp_get_num_teams());
            const std::size_t mine = part * static_cast<std::size_t>(omp_get_team_num());
#pragma omp parallel num_threads(THREADS)
            for (int i = 0; i < 20; ++i) {
              shmemx_putmem_nbi_block(reinterpret_cast<char*>(x) + mine, source + mine, part, pe);
              shmemx_quiet_block();
            }
          }
        }, Who::first) * 1e-9, "GB/s");
  print("p rate", 8, static_cast<double>(ops) / median([&] {
#pragma omp target teams distribute parallel for is_device_ptr(x) num_teams(512) thread_limit(256)
          for (long i = 0; i < ops; ++i)
            shmem_long_p(x + (static_cast<unsigned long>(i) * 0x9E3779B97F4A7C15ul >> 44), i, pe);
        }, Who::first) * 1e-9, "G/s");
  print("add rate", 8, static_cast<double>(ops) / median([&] {
#pragma omp target teams distribute parallel for is_device_ptr(x) num_teams(512) thread_limit(256)
          for (long i = 0; i < ops; ++i)
            shmem_long_atomic_add(x + (static_cast<unsigned long>(i) * 0x9E3779B97F4A7C15ul >> 44), 1, pe);
        }, Who::first) * 1e-9, "G/s");
  if (std::getenv("CONCURRENT")) collectives(reinterpret_cast<float*>(x), reinterpret_cast<float*>(source), n / 10);
  shmem_barrier_all();
  shmem_finalize();
}
