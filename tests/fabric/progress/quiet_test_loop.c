/* A PE that asks shmemx_quiet_test in a loop, and calls nothing else, makes progress by it: what it waits for, and what other PEs
 * ask of it, comes within microseconds. It took milliseconds, or for ever, while each question kept the progress thread away. */
#include <shmem.h>
#include <shmemx.h>
#include <stdlib.h>
#include <time.h>

#include "expect.h"

enum { words = 20, rounds = 101 };

static long row[words], sum;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare(const void* one, const void* other) {
  const double a = *(const double*)one, b = *(const double*)other;
  return (a > b) - (a < b);
}

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes(), to = (me + n / 2) % n; /* on the other node */
  double took[rounds];
  for (long round = 0; round < rounds; ++round) {
    const double begun = seconds();
    for (int i = 0; i < words; ++i) shmem_long_p(&row[i], round + i, to);
    shmem_long_atomic_inc(&sum, to);
    while (!shmemx_quiet_test()) continue;
    took[round] = seconds() - begun;
    EXPECT_EQ(shmem_long_g(&row[words - 1], to), round + words - 1);
  }
  shmem_barrier_all();
  EXPECT_EQ(sum, rounds);
  qsort(took, rounds, sizeof *took, compare);
  EXPECT(took[rounds / 2] < 5e-3);
  shmem_finalize();
  return 0;
}
