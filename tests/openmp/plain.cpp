// Linked with libisthmus_omp_calls: SHMEM calls with host addresses of mapped objects must reach the copies on the
// devices, and calls with any other address must reach the memory that it names.
#include <omp.h>
#include <shmemx_omp.h>

#include <cstdio>

#include "expect.hpp"

constexpr int kN = 1000;

int main() {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes(), right = (me + 1) % n, left = (me + n - 1) % n;
  omp_set_default_device(shmemx_omp_device());
  auto* x = static_cast<float*>(shmem_malloc(2 * kN * sizeof(float)));
  auto* sum = static_cast<float*>(shmem_calloc(kN, sizeof(float)));
  auto* counter = static_cast<long*>(shmem_calloc(1, sizeof(long)));
  for (int i = 0; i < 2 * kN; ++i) x[i] = -1;
  int wrong = 0;
#pragma omp target data map(close, to : x [0:2 * kN], sum [0:kN], counter [0:1])
  {
#pragma omp target
    for (int i = 0; i < kN; ++i) x[i] = me * 1000 + i;
    shmem_barrier_all();
    shmem_float_put(x + kN, x, kN, right);
    shmem_float_sum_reduce(SHMEM_TEAM_WORLD, sum, x, kN);
    shmem_long_atomic_add(counter, me + 1, 0);
    shmem_barrier_all();
#pragma omp target map(tofrom : wrong)
    for (int i = 0; i < kN; ++i) wrong += (x[kN + i] != left * 1000 + i) + (sum[i] != n * (n - 1) / 2 * 1000 + n * i);
    EXPECT(shmem_float_g(x + 5, right) == right * 1000 + 5);
    EXPECT(shmem_long_g(counter, 0) == n * (n + 1) / 2);
    float* there = static_cast<float*>(shmemx_device_ptr(x));
    EXPECT(shmem_float_g(there + 6, left) == left * 1000 + 6);  // device addresses as ever
    shmem_barrier_all();
  }
  EXPECT(wrong == 0);
  // The host's copies must be unchanged; from here on, unmapped, they are what the calls access.
  EXPECT(x[0] == -1 && x[kN] == -1 && sum[1] == 0 && *counter == 0);
  shmem_barrier_all();
  shmem_float_p(x, me, right);
  shmem_barrier_all();
  EXPECT(x[0] == left);
  if (me == 0) std::printf("plain calls of %d PEs reach mapped objects\n", n);
  shmem_finalize();
  return 0;
}
