// Lu, Curtis and Chapman (2022), Listing 4: the same as Listing 1 with mapped objects in symmetric device memory.
// Others put straight into them; nobody copies. Where the paper's compiler takes allocator(shmema : X, U, V), stock
// clang has map(close, ...).
//   OSHCC_CXX=clang++-19 oshc++ -O2 -fopenmp -fopenmp-targets=aarch64-unknown-linux-gnu listing4_map.cpp
//   SHMEM_SYMMETRIC_PARTITION2=SIZE=64M:KIND=LIBOMP oshrun -n 2 ./a.out
#include <omp.h>
#include <shmemx_omp.h>

#include <cstdio>

constexpr int M = 10000, N = 1000;
static float work[N];
static long sync[SHMEM_REDUCE_SYNC_SIZE];

int main() {
  for (long& word : sync) word = SHMEM_SYNC_VALUE;
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes(), right = (me + 1) % n, left = (me + n - 1) % n;
  const int device = shmemx_omp_device();
  omp_set_default_device(device);

  // The paper's way to tell the runtime; without it, only what is marked `close` goes there.
  if (__tgt_set_shmem_allocator(shmem_partition_malloc, shmem_partition_free, device) != 0) shmem_global_exit(1);
  const omp_memspace_handle_t space = omp_shmem_mem_space;
  const omp_allocator_handle_t allocator = omp_init_allocator(space, 0, nullptr);

  auto X = new float[2 * M]();
  auto U = new float[N]();
  auto V = new float[N]();
  auto* staged = static_cast<float*>(omp_alloc(N * sizeof(float), allocator));  // symmetric, and on the device alone
  int wrong = staged == nullptr;

#pragma omp target data map(close, tofrom : X [0:2 * M]) map(close, from : U [0:N], V [0:N])
  {
    // ==== Example 1: put ====
#pragma omp target teams distribute parallel for
    for (int i = 0; i < M; ++i) X[i] = me * 1000 + i % 1000;
    shmem_barrier_all();
#pragma omp target data use_device_ptr(X)
    shmem_float_put(X + M, X, M, right);
    shmem_barrier_all();
#pragma omp target teams distribute parallel for reduction(+ : wrong) map(tofrom : wrong)
    for (int i = 0; i < M; ++i) wrong += X[M + i] != left * 1000 + i % 1000;

      // ==== Example 2: a sum of vectors ====
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; ++i) V[i] = me + i;
    shmem_barrier_all();
#pragma omp target data use_device_ptr(U, V)
    shmem_float_sum_to_all(U, V, N, 0, 0, n, work, sync);
#pragma omp target teams distribute parallel for reduction(+ : wrong) map(tofrom : wrong)
    for (int i = 0; i < N; ++i) wrong += U[i] != n * (n - 1) / 2 + n * i;

    // And by the host's address, without a region; from there into memory of the allocator.
    shmem_float_get(staged, static_cast<float*>(shmemx_device_ptr(V)), N, left);
#pragma omp target teams distribute parallel for is_device_ptr(staged) reduction(+ : wrong) map(tofrom : wrong)
    for (int i = 0; i < N; ++i) wrong += staged[i] != left + i;
    shmem_barrier_all();
  }
  omp_free(staged, allocator);
  std::printf("PE %d: %d wrong\n", me, wrong);
  shmem_finalize();
  return wrong != 0;
}
