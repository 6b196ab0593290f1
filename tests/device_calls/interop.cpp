// Calls on the stream of an OpenMP interop object, with ON_GPU in the environment; the last of them tells the host that the
// others are complete. Without: on the stream of no object, which is none, so that they are complete when they return.
// LLVM 19 makes no objects for the host as a device: it ends in a segmentation fault.
#include <omp.h>
#include <shmemx_omp.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main() {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  constexpr std::size_t kMany = 1000;
  auto* const from = static_cast<long*>(shmem_partition_malloc(kMany * sizeof(long), 2));
  auto* const to = static_cast<long*>(shmem_partition_malloc(kMany * sizeof(long), 2));
  auto* const sum = static_cast<long*>(shmem_partition_malloc(kMany * sizeof(long), 2));
#pragma omp target teams distribute parallel for is_device_ptr(from)
  for (std::size_t i = 0; i < kMany; ++i) from[i] = me + static_cast<long>(i);

  omp_interop_t object = omp_interop_none;
  const bool on_gpu = std::getenv("ON_GPU") != nullptr;
  if (on_gpu) {
#pragma omp interop init(targetsync : object)
  }
  auto* const done = static_cast<std::uint64_t*>(shmem_calloc(1, sizeof(std::uint64_t)));
  const shmemx_stream_t stream = shmemx_omp_stream(object);
  if (on_gpu && !stream) {
    std::printf("PE %d: the interop object has no stream\n", me);
    return 1;
  }
  shmemx_long_put_on_stream(to, from, kMany, (me + 1) % n, stream);
  shmemx_barrier_all_on_stream(stream);
  shmemx_long_sum_reduce_on_stream(SHMEM_TEAM_WORLD, sum, to, kMany, stream);
  shmemx_signal_set_on_stream(done, 1, me, stream);
  shmem_signal_wait_until(done, SHMEM_CMP_EQ, 1);  // LLVM does not wait for a stream when it destroys the object
  if (on_gpu) {
#pragma omp interop destroy(object)
  }

  std::vector<long> seen(kMany), summed(kMany);
  shmem_long_get(seen.data(), to, kMany, me);
  shmem_long_get(summed.data(), sum, kMany, me);
  int failed = 0;
  for (std::size_t i = 0; i < kMany; ++i) {
    failed |= seen[i] != (me + n - 1) % n + static_cast<long>(i);
    failed |= summed[i] != n * (n - 1) / 2 + n * static_cast<long>(i);
  }
  std::printf("PE %d: what was queued on the interop object's stream is %s\n", me, failed ? "wrong" : "as it should be");
  shmem_finalize();
  return failed;
}
