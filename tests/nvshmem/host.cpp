// The host's side of NVSHMEM's interface, as a program uses it: memory of the device, calls, calls on a stream, teams.
// Run on the double of CUDA's driver, which this program uses in place of CUDA's runtime.
#include <dlfcn.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

template <class Function>
Function* driver(const char* name, Function*) {
  void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  return reinterpret_cast<Function*>(library ? dlsym(library, name) : nullptr);
}
#define DRIVER(name, ...) driver(name, static_cast<int (*)(__VA_ARGS__)>(nullptr))

void expect(bool holds, int line) {
  if (holds) return;
  std::fprintf(stderr, "PE %d: host.cpp:%d fails\n", nvshmem_my_pe(), line);
  nvshmem_global_exit(1);
}
#define EXPECT(...) expect(__VA_ARGS__, __LINE__)

std::vector<long> look(const long* there, std::size_t n) {
  std::vector<long> seen(n);
  nvshmem_long_get(seen.data(), there, n, nvshmem_my_pe());
  return seen;
}

}  // namespace

cudaError_t cudaMemsetAsync(void* at, int value, std::size_t bytes, cudaStream_t stream) {
  return static_cast<cudaError_t>(DRIVER("cuMemsetD8Async", std::uintptr_t, unsigned char, std::size_t, void*)(
      reinterpret_cast<std::uintptr_t>(at), static_cast<unsigned char>(value), bytes, stream));
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return static_cast<cudaError_t>(DRIVER("cuStreamCreate", cudaStream_t*, unsigned)(stream, flags));
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return static_cast<cudaError_t>(DRIVER("cuStreamSynchronize", cudaStream_t)(stream));
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return static_cast<cudaError_t>(DRIVER("cuStreamDestroy_v2", cudaStream_t)(stream));
}

int main(int argc, char**) {
  nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
  nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
  if (argc > 2) {  // ranks that are not the launcher's
    nvshmemx_get_uniqueid(&id);
    nvshmemx_set_attr_uniqueid_args(0, 99, &id, &attributes);
    nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes);
  }
  nvshmem_init();
  EXPECT(nvshmemx_init_status() == NVSHMEM_STATUS_IS_INITIALIZED);
  const int me = nvshmem_my_pe(), n = nvshmem_n_pes(), next = (me + 1) % n, before = (me + n - 1) % n;
  nvshmemx_set_attr_uniqueid_args(me, n, &id, &attributes);
  EXPECT(nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes) == NVSHMEMX_SUCCESS);
  nvshmem_finalize();  // initialised twice

  constexpr std::size_t kMany = 1000;
  long* const x = static_cast<long*>(nvshmem_malloc(kMany * sizeof *x));
  long* const y = static_cast<long*>(nvshmem_calloc(kMany, sizeof *y));
  auto* const signal = static_cast<std::uint64_t*>(nvshmem_calloc(1, sizeof(std::uint64_t)));
  EXPECT(std::strcmp(shmemx_kind_of(x), "CUDA") == 0);
  for (const long value : look(y, kMany)) EXPECT(value == 0);

  std::vector<long> mine(kMany);
  for (std::size_t i = 0; i < kMany; ++i) mine[i] = me * 10000L + static_cast<long>(i);
  nvshmem_long_put(x, mine.data(), kMany, next);
  nvshmem_barrier_all();
  for (std::size_t i = 0; i < kMany; ++i) EXPECT(look(x, kMany)[i] == before * 10000L + static_cast<long>(i));
  EXPECT(nvshmem_long_sum_reduce(NVSHMEM_TEAM_WORLD, y, x, 10) == 0);
  for (long i = 0; i < 10; ++i) EXPECT(look(y, 10)[static_cast<std::size_t>(i)] == n * (n - 1) / 2 * 10000L + n * i);
  nvshmem_barrier_all();

  cudaStream_t on = nullptr;
  EXPECT(cudaStreamCreateWithFlags(&on, cudaStreamNonBlocking) == 0);
  nvshmemx_long_put_on_stream(y, x, kMany, next, on);
  nvshmemx_signal_op_on_stream(signal, 7, NVSHMEM_SIGNAL_SET, next, on);
  nvshmemx_signal_wait_until_on_stream(signal, NVSHMEM_CMP_GE, 7, on);
  nvshmemx_barrier_all_on_stream(on);
  nvshmemx_long_max_reduce_on_stream(NVSHMEM_TEAM_WORLD, x, y, 5, on);
  nvshmemx_barrier_on_stream(NVSHMEM_TEAM_WORLD, on);
  nvshmemx_half_put_on_stream(reinterpret_cast<half*>(x + 900), reinterpret_cast<half*>(y), 4, next, on);  // a long
  nvshmemx_barrier_all_on_stream(on);
  EXPECT(nvshmemx_long_g_on_stream(y + 3, next, on) == before * 10000L + 3);
  EXPECT(cudaStreamSynchronize(on) == 0);
  EXPECT(look(y, 1)[0] == (before + n - 1) % n * 10000L);  // put twice, each time one PE further
  EXPECT(look(x + 900, 1)[0] == (before + 2 * n - 2) % n * 10000L);
  EXPECT(look(x, 5)[4] == (n - 1) * 10000L + 4);

  // Memory is filled while a stream that the default stream would wait for waits.
  cudaStream_t blocking = nullptr;
  EXPECT(cudaStreamCreateWithFlags(&blocking, 0) == 0);
  nvshmemx_signal_wait_until_on_stream(signal, NVSHMEM_CMP_GE, 9, blocking);
  long* const z = static_cast<long*>(nvshmem_calloc(kMany, sizeof *z));
  nvshmemx_signal_op(signal, 9, NVSHMEM_SIGNAL_SET, next);
  EXPECT(cudaStreamSynchronize(blocking) == 0);
  EXPECT(look(z, kMany)[kMany - 1] == 0);
  nvshmem_free(z);

  int major = -1, minor = -1, patch = -1;
  nvshmemx_vendor_get_version_info(&major, &minor, &patch);
  EXPECT(major == 0 && minor >= 2 && patch >= 0);
  EXPECT(nvshmem_barrier(NVSHMEMX_TEAM_NODE) == 0);
  EXPECT(nvshmem_team_my_pe(NVSHMEM_TEAM_WORLD) == me);
  nvshmem_barrier_all();
  nvshmem_free(signal);
  nvshmem_free(y);
  nvshmem_free(x);
  nvshmem_finalize();
  return 0;
}
