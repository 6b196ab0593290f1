// Lu, Curtis and Chapman (2022), Listing 1: OpenSHMEM and OpenMP that know nothing of each other. Data on the device
// passes through the host's memory by hand, and the PE that is put to has to take part.
//   OSHCC_CXX=clang++-19 oshc++ -O2 -fopenmp -fopenmp-targets=aarch64-unknown-linux-gnu listing1_staging.cpp
//   oshrun -n 2 ./a.out
#include <shmem.h>

#include <cstdio>

constexpr int M = 10000, N = 1000;
static uint64_t arrived = 0;
static float work[N];  // the reduction's, with sync
static long sync[SHMEM_REDUCE_SYNC_SIZE];

int main() {
  for (long& word : sync) word = SHMEM_SYNC_VALUE;
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes(), right = (me + 1) % n, left = (me + n - 1) % n;
  float* X = static_cast<float*>(shmem_malloc(2 * M * sizeof(float)));
  float* U = static_cast<float*>(shmem_malloc(N * sizeof(float)));
  float* V = static_cast<float*>(shmem_malloc(N * sizeof(float)));
  int wrong = 0;

#pragma omp target data map(tofrom : X [0:2 * M]) map(from : U [0:N], V [0:N])
  {
    // ==== Example 1: a put of the first half of X into the neighbour's second half ====
#pragma omp target teams distribute parallel for
    for (int i = 0; i < M; ++i) X[i] = me * 1000 + i % 1000;
#pragma omp target update from(X [0:M])
    shmem_float_put_signal(X + M, X, M, &arrived, 1, SHMEM_SIGNAL_SET, right);
    // The other side:
    shmem_signal_wait_until(&arrived, SHMEM_CMP_EQ, 1);
#pragma omp target update to(X [M:M])
#pragma omp target teams distribute parallel for reduction(+ : wrong) map(tofrom : wrong)
    for (int i = 0; i < M; ++i) wrong += X[M + i] != left * 1000 + i % 1000;

      // ==== Example 2: a sum of vectors ====
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; ++i) V[i] = me + i;
#pragma omp target update from(V [0:N])
    shmem_barrier_all();
    shmem_float_sum_to_all(U, V, N, 0, 0, n, work, sync);
#pragma omp target update to(U [0:N])
#pragma omp target teams distribute parallel for reduction(+ : wrong) map(tofrom : wrong)
    for (int i = 0; i < N; ++i) wrong += U[i] != n * (n - 1) / 2 + n * i;
  }
  std::printf("PE %d: %d wrong\n", me, wrong);
  shmem_finalize();
  return wrong != 0;
}
