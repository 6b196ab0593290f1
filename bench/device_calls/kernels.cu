// Calls from CUDA kernels, measured on processes that share a device: ours beside loads and stores through raw mapped pointers
// and, compiled with -DNVSHMEM, NVSHMEM's device calls. Prints "side metric bytes PEs value unit" lines, medians of 7.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifdef NVSHMEM
#include <mpi.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#define SIDE "nvshmem"
#define CALL(name) nvshmem_##name
#define GROUP_PUT nvshmemx_putmem_nbi_block
#define GROUP_CALL(name) nvshmemx_##name##_block
#define WORLD NVSHMEM_TEAM_WORLD
#else
#include <shmemx_device.h>
#define SIDE "ours"
#define CALL(name) shmem_##name
#define GROUP_PUT shmemx_putmem_nbi_block
#define GROUP_CALL(name) shmemx_##name##_block
#define WORLD SHMEM_TEAM_WORLD
#endif

namespace {

constexpr long kWords = 1 << 20, kOps = 1L << 26;
int me, pes;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// ---- The calls ----

struct Calls {
  static __device__ void p(long* x, long, long v, int pe) { CALL(long_p)(x, v, pe); }
  static __device__ long g(long* x, long, int pe) { return CALL(long_g)(x, pe); }
  static __device__ long fetch_add(long* x, long, long v, int pe) { return CALL(long_atomic_fetch_add)(x, v, pe); }
  static __device__ void add(long* x, long, long v, int pe) { CALL(long_atomic_add)(x, v, pe); }
  static __device__ void quiet() { CALL(quiet)(); }
  static __device__ void signal(uint64_t* x, long, uint64_t v, int pe) {
#ifdef NVSHMEM
    nvshmemx_signal_op(x, v, NVSHMEM_SIGNAL_SET, pe);
#else
    shmem_signal_set(x, v, pe);
#endif
  }
  static __device__ void wait(uint64_t* x, uint64_t v) {
#ifdef NVSHMEM
    nvshmem_signal_wait_until(x, NVSHMEM_CMP_GE, v);
#else
    shmem_signal_wait_until(x, SHMEM_CMP_GE, v);
#endif
  }
  static __device__ void put(char* to, const char* from, size_t bytes, long, int pe) { GROUP_PUT(to, from, bytes, pe); }
};

#ifndef NVSHMEM
/// Loads and stores at `delta` bytes from this PE's address.
struct Raw {
  template <class T>
  static __device__ T* at(T* x, long delta) {
    return reinterpret_cast<T*>(reinterpret_cast<char*>(x) + delta);
  }
  static __device__ void p(long* x, long delta, long v, int) { *static_cast<volatile long*>(at(x, delta)) = v; }
  static __device__ long g(long* x, long delta, int) { return *static_cast<volatile long*>(at(x, delta)); }
  static __device__ long fetch_add(long* x, long delta, long v, int) {
    return static_cast<long>(atomicAdd_system(reinterpret_cast<unsigned long long*>(at(x, delta)), v));
  }
  static __device__ void add(long* x, long delta, long v, int) { fetch_add(x, delta, v, 0); }
  static __device__ void quiet() { __threadfence_system(); }
  static __device__ void signal(uint64_t* x, long delta, uint64_t v, int) {
    asm volatile("st.release.sys.u64 [%0], %1;" ::"l"(at(x, delta)), "l"(v) : "memory");
  }
  static __device__ void wait(uint64_t* x, uint64_t v) {
    for (uint64_t seen = 0; seen < v;)
      asm volatile("ld.acquire.sys.u64 %0, [%1];" : "=l"(seen) : "l"(x) : "memory");
  }
  static __device__ void put(char* to, const char* from, size_t bytes, long delta, int) {
    to += delta;
    if (bytes < 16) {
      for (size_t i = threadIdx.x; i < bytes / 8; i += blockDim.x)
        reinterpret_cast<long*>(to)[i] = reinterpret_cast<const long*>(from)[i];
      return;
    }
    auto* wide = reinterpret_cast<int4*>(to);
    auto* source = reinterpret_cast<const int4*>(from);
#pragma unroll 4
    for (size_t i = threadIdx.x; i < bytes / 16; i += blockDim.x) wide[i] = source[i];
  }
};

#endif

// ---- The kernels ----

template <class Side>
__global__ void p_quiet(long* x, long delta, int pe, long n) {
  for (long i = 0; i < n; ++i) {
    Side::p(x, delta, i, pe);
    Side::quiet();
  }
}
template <class Side>
__global__ void gets(long* x, long delta, int pe, long n, long* out) {
  long sum = 0;
#pragma unroll 4
  for (long i = 0; i < n; ++i) sum += Side::g(x + (sum & 1), delta, pe);
  *out = sum;
}
template <class Side>
__global__ void fetches(long* x, long delta, int pe, long n, long* out) {
  long sum = 0;
#pragma unroll 4
  for (long i = 0; i < n; ++i) sum += Side::fetch_add(x + (sum & 1), delta, 2, pe);
  *out = sum;
}
template <class Side>
__global__ void ping_pong(uint64_t* flag, long delta, int first, int pe, uint64_t from, uint64_t n) {
  for (uint64_t i = from + 1; i <= from + n; ++i) {
    if (first) Side::signal(flag, delta, i, pe);
    Side::wait(flag, i);
    if (!first) Side::signal(flag, delta, i, pe);
  }
}
template <class Side>
__global__ void __launch_bounds__(1024) block_put(char* to, const char* from, size_t bytes, long delta, int pe, long n) {
  for (long i = 0; i < n; ++i) {
    Side::put(to, from, bytes, delta, pe);
    __syncthreads();
    if (threadIdx.x == 0) Side::quiet();
    __syncthreads();
  }
}
template <class Side>
__global__ void __launch_bounds__(1024) blocks_put(char* to, const char* from, size_t bytes, long delta, int pe, long n) {
  const size_t part = bytes / gridDim.x, mine = part * blockIdx.x;
  for (long i = 0; i < n; ++i) Side::put(to + mine, from + mine, part, delta, pe);
}
template <class Side>
__global__ void random_p(long* x, long delta, int pe) {
  for (long i = blockIdx.x * long{blockDim.x} + threadIdx.x; i < kOps; i += long{gridDim.x} * blockDim.x)
    Side::p(x + (i * 0x9E3779B97F4A7C15ull >> 44), delta, i, pe);
}
template <class Side>
__global__ void random_add(long* x, long delta, int pe) {
  for (long i = blockIdx.x * long{blockDim.x} + threadIdx.x; i < kOps; i += long{gridDim.x} * blockDim.x)
    Side::add(x + (i * 0x9E3779B97F4A7C15ull >> 44), delta, 1, pe);
}

// ---- Collectives by a block ----

__global__ void __launch_bounds__(1024) barriers(long n) {
  for (long i = 0; i < n; ++i) GROUP_CALL(barrier_all)();
}
__global__ void barriers_of_thread(long n) {
  for (long i = 0; i < n; ++i) CALL(barrier_all)();
}
__global__ void __launch_bounds__(1024) sums(float* to, const float* from, size_t count, long n) {
  for (long i = 0; i < n; ++i) GROUP_CALL(float_sum_reduce)(WORLD, to, from, count);
}
__global__ void __launch_bounds__(1024) alltoalls(float* to, const float* from, size_t count, long n) {
  for (long i = 0; i < n; ++i) GROUP_CALL(float_alltoall)(WORLD, to, from, count);
}
__global__ void __launch_bounds__(1024) fcollects(float* to, const float* from, size_t count, long n) {
  for (long i = 0; i < n; ++i) GROUP_CALL(float_fcollect)(WORLD, to, from, count);
}
__global__ void __launch_bounds__(1024) broadcasts(float* to, const float* from, size_t count, long n) {
  for (long i = 0; i < n; ++i) {
    GROUP_CALL(float_broadcast)(WORLD, to, from, count, 0);
    GROUP_CALL(barrier_all)();
  }
}

// ---- Measuring ----

enum class Who { first, pair, all };

void barrier() { CALL(barrier_all)(); }

void must(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "PE %d: %s\n", me, cudaGetErrorString(error));
  std::exit(1);
}

/// Ends the program unless the target's memory holds what this PE's source does.
void verify(const char* memory, const char* source, size_t bytes) {
  barrier();
  std::vector<char> sent(bytes), came(bytes);
  must(cudaMemcpy(sent.data(), source, bytes, cudaMemcpyDefault));
  must(cudaMemcpy(came.data(), memory, bytes, cudaMemcpyDefault));
  if (me == 1 && sent != came) {
    std::fprintf(stderr, "PE 1: what a block put did not arrive\n");
    std::exit(1);
  }
  barrier();
}

template <class Kernel>
double median(Kernel&& kernel, Who who) {
  std::vector<double> seconds;
  for (int i = 0; i < 8; ++i) {
    barrier();
    const double start = now();
    if (who == Who::all || (who == Who::pair ? me < 2 : me == 0)) {
      kernel();
      must(cudaGetLastError());
      must(cudaDeviceSynchronize());
    }
    if (i > 0) seconds.push_back(now() - start);
    barrier();
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

/// The least median of 16 places in memory: an address belongs to one half of the device's cache, from which a word comes in 0.15
/// us or, from the other half, in 0.26 us.
template <class Kernel>
double best_place(long* x, Kernel&& kernel) {
  double best = 1e9;
  for (int place = 0; place < 16; ++place) best = std::min(best, median([&] { kernel(x + place * 4112); }, Who::first));
  return best;
}

void print(const char* side, const char* metric, size_t bytes, double value, const char* unit) {
  if (me == 0) std::printf("%-8s %-18s %9zu %d %10.3f %s\n", side, metric, bytes, pes, value, unit);
  std::fflush(stdout);
}

template <class Side>
void measure(const char* side, char* memory, char* source, long delta) {
  const int pe = me == 0 ? 1 : 0;
  auto* x = reinterpret_cast<long*>(memory);
  auto* flag = reinterpret_cast<uint64_t*>(memory + kWords * 8);
  long* out = nullptr;
  cudaMalloc(&out, 8);
  const long n = 20000;
  static uint64_t played = 0;
  print(side, "p+quiet", 8, median([&] { p_quiet<Side><<<1, 1>>>(x, delta, pe, n); }, Who::first) / n * 1e6, "us");
  print(side, "g", 8, median([&] { gets<Side><<<1, 1>>>(x, delta, pe, n, out); }, Who::first) / n * 1e6, "us");
  print(side, "fetch_add", 8, best_place(x, [&](long* at) { fetches<Side><<<1, 1>>>(at, delta, pe, n, out); }) / n * 1e6, "us");
  if (std::getenv("CONCURRENT"))
    print(side, "ping-pong half", 8, median([&] {
            ping_pong<Side><<<1, 1>>>(flag, delta, me == 0, pe, played, n);
            played += n;
          }, Who::pair) / n / 2 * 1e6, "us");
  for (const size_t bytes : {size_t{8}, size_t{65536}, size_t{1} << 20}) {
    const long rounds = bytes > 65536 ? 500 : 5000;
    print(side, "put by block", bytes,
          median([&] { block_put<Side><<<1, 1024>>>(memory, source, bytes, delta, pe, rounds); }, Who::first) / rounds * 1e6,
          "us");
    verify(memory, source, bytes);
  }
  const size_t large = size_t{64} << 20;
  print(side, "put by 64 blocks", large,
        large * 20 / median([&] { blocks_put<Side><<<64, 1024>>>(memory, source, large, delta, pe, 20); }, Who::first) * 1e-9,
        "GB/s");
  verify(memory, source, large);
  print(side, "p rate", 8, kOps / median([&] { random_p<Side><<<512, 256>>>(x, delta, pe); }, Who::first) * 1e-9, "G/s");
  print(side, "add rate", 8, kOps / median([&] { random_add<Side><<<512, 256>>>(x, delta, pe); }, Who::first) * 1e-9, "G/s");
  cudaFree(out);
}

#ifndef NVSHMEM
/// The host's heap: mapped for the device or, with SHMEM_DEVICE_HOST_MEMORY=0 and on another node, through the proxy thread.
/// Between nodes also the same calls by the host itself.
void measure_host_memory() {
  const bool one_node = shmem_team_n_pes(SHMEM_TEAM_SHARED) == pes;
  const int pe = me > 0 ? 0 : one_node ? 1 : pes - 1;
  auto* x = static_cast<long*>(shmem_malloc(256));
  long* out = nullptr;
  must(cudaMalloc(&out, 8));
  const long n = 500;
  print(SIDE, "p+quiet, host", 8, median([&] { p_quiet<Calls><<<1, 1>>>(x, 0, pe, n); }, Who::first) / n * 1e6, "us");
  print(SIDE, "g, host", 8, median([&] { gets<Calls><<<1, 1>>>(x, 0, pe, n, out); }, Who::first) / n * 1e6, "us");
  print(SIDE, "fetch_add, host", 8, median([&] { fetches<Calls><<<1, 1>>>(x, 0, pe, n, out); }, Who::first) / n * 1e6, "us");
  const auto by_host = [&](const char* metric, auto call) {
    print("host", metric, 8, median([&] { for (long i = 0; i < n; ++i) call(i); }, Who::first) / n * 1e6, "us");
  };
  if (!one_node) {
    by_host("p+quiet, host", [&](long i) { shmem_long_p(x, i, pe), shmem_quiet(); });
    by_host("g, host", [&](long) { shmem_long_g(x, pe); });
    by_host("fetch_add, host", [&](long) { shmem_long_atomic_fetch_add(x, 1, pe); });
  }
  must(cudaFree(out));
  shmem_free(x);
}
#endif

void check_sum(const float* to, size_t count) {
  std::vector<float> seen(count);
  must(cudaMemcpy(seen.data(), to, count * sizeof(float), cudaMemcpyDefault));
  for (const float one : seen)
    if (one != 1.5f * static_cast<float>(pes)) {
      std::fprintf(stderr, "PE %d: a sum is %g\n", me, one);
      std::exit(1);
    }
  barrier();
}

/// Every PE brings `count` floats, and of an all-to-all so many for each PE.
void measure_collectives(char* memory, char* source) {
  const long n = 2000;
  auto* to = reinterpret_cast<float*>(memory);
  auto* from = reinterpret_cast<float*>(source);
  const std::vector<float> ones(65536 * static_cast<size_t>(pes), 1.5f);
  must(cudaMemcpy(from, ones.data(), ones.size() * sizeof(float), cudaMemcpyDefault));
  print(SIDE, "barrier by thread", 0, median([&] { barriers_of_thread<<<1, 1>>>(n); }, Who::all) / n * 1e6, "us");
  print(SIDE, "barrier by block", 0, median([&] { barriers<<<1, 1024>>>(n); }, Who::all) / n * 1e6, "us");
  for (const size_t count : {size_t{2}, size_t{1024}, size_t{65536}}) {
    const long rounds = count > 1024 ? 200 : n;
    const auto of = [&](auto kernel, int threads = 1024) {
      return median([&] { kernel<<<1, threads>>>(to, from, count, rounds); }, Who::all) / rounds * 1e6;
    };
    print(SIDE, "sum by block", count, of(sums), "us");
    check_sum(to, count);
    print(SIDE, "alltoall by block", count, of(alltoalls), "us");
    print(SIDE, "fcollect by block", count, of(fcollects), "us");
    print(SIDE, "bcast+bar by block", count, of(broadcasts), "us");
    print(SIDE, "sum by 512", count, of(sums, 512), "us"); // as many threads as regions.cpp has
    print(SIDE, "alltoall by 512", count, of(alltoalls, 512), "us");
    print(SIDE, "fcollect by 512", count, of(fcollects, 512), "us");
  }
}

}  // namespace

int main(int argc, char** argv) {
#ifdef NVSHMEM
  MPI_Init(&argc, &argv);
  MPI_Comm world = MPI_COMM_WORLD;
  cudaSetDevice(0);
  nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
  attributes.mpi_comm = &world;
  nvshmemx_init_attr(NVSHMEMX_INIT_WITH_MPI_COMM, &attributes);
  auto* memory = static_cast<char*>(nvshmem_malloc(size_t{80} << 20));
  auto* source = static_cast<char*>(nvshmem_malloc(size_t{64} << 20));
#else
  (void)argc, (void)argv;
  shmem_init();
  auto* memory = static_cast<char*>(shmem_partition_malloc(size_t{80} << 20, 2));
  auto* source = static_cast<char*>(shmem_partition_malloc(size_t{64} << 20, 2));
#endif
  me = CALL(my_pe)();
  pes = CALL(n_pes)();
  std::vector<unsigned char> pattern(size_t{64} << 20);  // the same on all PEs
  for (size_t i = 0; i < pattern.size(); ++i) pattern[i] = static_cast<unsigned char>(i * 2654435761u >> 13);
  must(cudaMemcpy(source, pattern.data(), pattern.size(), cudaMemcpyDefault));
  must(cudaMemset(memory, 0, size_t{80} << 20));
  must(cudaDeviceSynchronize());
  barrier();
  char* there = static_cast<char*>(CALL(ptr)(memory, me == 0 ? 1 : 0));
#ifndef NVSHMEM
  if (std::getenv("ONLY_HOST")) {
    measure_host_memory();
    shmem_finalize();
    return 0;
  }
#endif
  measure<Calls>(SIDE, memory, source, 0);
  if (std::getenv("CONCURRENT")) measure_collectives(memory, source);
  must(cudaMemcpy(source, pattern.data(), pattern.size(), cudaMemcpyDefault));
  must(cudaMemset(memory, 0, size_t{80} << 20));
  must(cudaDeviceSynchronize());
  barrier();
#ifndef NVSHMEM
  measure_host_memory();
  if (there) measure<Raw>("raw", memory, source, there - memory);
#else
  (void)there;
#endif
  barrier();
#ifdef NVSHMEM
  nvshmem_finalize();
  MPI_Finalize();
#else
  shmem_finalize();
#endif
}
