/* A PE that only computes must still be reachable: puts, gets, atomics and signals to it must complete while it makes
 * no call. The job hangs otherwise. */
#include "expect.h"

enum { words = 1000 };

static long data[words], counter;
static volatile long flag;

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), last = shmem_n_pes() - 1;
  for (int i = 0; i < words; ++i) data[i] = 7 * i;
  shmem_barrier_all();
  if (me == 0) {
    long back[words], mine[words];
    shmem_long_get(back, data, words, last);
    for (int i = 0; i < words; ++i) EXPECT_EQ(back[i], 7 * i);
    for (int i = 0; i < words; ++i) mine[i] = 11 * i;
    shmem_long_put(data, mine, words, last);
    shmem_quiet();
    shmem_long_get(back, data, words, last);
    for (int i = 0; i < words; ++i) EXPECT_EQ(back[i], 11 * i);
    for (long i = 0; i < 100; ++i) EXPECT_EQ(shmem_long_atomic_fetch_inc(&counter, last), i);
    shmem_long_p((long*)&flag, 1, last);
    shmem_quiet();
  } else if (me == last) {
    while (!flag) { /* a computation */
    }
    EXPECT_EQ(data[words - 1], 11 * (words - 1));
    EXPECT_EQ(counter, 100);
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
