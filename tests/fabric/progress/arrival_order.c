/* A litmus test of the wire: PE 0 puts data, fences and puts a flag, many pairs in a row; PE 1 watches the flags with
 * loads of its own and calls nothing of the library meanwhile, so that only the library's progress thread receives.
 * Data and flag are copied by that thread inside the provider; whoever sees the flag has to see the data, also on
 * processors that let stores become visible out of order. */
#include <shmem.h>
#include <time.h>

#include "expect.h"

enum { slots = 64, words = 8, rounds = 3000 };

static long flags[slots * 8];        /* each in a cache line of its own */
static long data[slots * words * 2]; /* beside lines that nobody touches */
static long acknowledged;

static long seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}

static void send(long round) {
  long block[words];
  for (int slot = 0; slot < slots; ++slot) {
    for (int i = 0; i < words; ++i) block[i] = round * 1000 + slot;
    shmem_long_put(&data[slot * words * 2], block, words, 1);
    shmem_fence();
    shmem_long_p(&flags[slot * 8], round, 1);
  }
  shmem_quiet();
  shmem_long_wait_until(&acknowledged, SHMEM_CMP_GE, round);
}

static void watch(long round) {
  for (int slot = 0; slot < slots; ++slot) {
    const long limit = seconds() + 60;
    while (__atomic_load_n(&flags[slot * 8], __ATOMIC_ACQUIRE) < round) EXPECT(seconds() < limit);
    for (int i = 0; i < words; ++i)
      EXPECT_EQ(__atomic_load_n(&data[slot * words * 2 + i], __ATOMIC_RELAXED), round * 1000 + slot);
  }
}

int main(int argc, char** argv) {
  shmem_init();
  EXPECT_EQ(shmem_n_pes(), 2);
  const long n = argc > 1 ? atol(argv[1]) : rounds;
  for (long round = 1; round <= n; ++round) {
    if (shmem_my_pe() == 0) {
      send(round);
    } else {
      watch(round);
      shmem_long_p(&acknowledged, round, 0);
      shmem_quiet();
    }
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
