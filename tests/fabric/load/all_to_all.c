/* Every PE sends blocks to every PE, by puts and by the collective, many times; all data is checked. */
#include "expect.h"

enum { words = 500, rounds = 3 };

static long value(int from, int to, int i, int round) { return ((long)from * 1000 + to) * 10000 + i * 10 + round; }

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  long* source = shmem_malloc(sizeof(long) * words * (size_t)n);
  long* by_put = shmem_malloc(sizeof(long) * words * (size_t)n);
  long* by_call = shmem_malloc(sizeof(long) * words * (size_t)n);
  for (int round = 0; round < rounds; ++round) {
    for (int pe = 0; pe < n; ++pe)
      for (int i = 0; i < words; ++i) source[pe * words + i] = value(me, pe, i, round);
    shmem_barrier_all();
    for (int k = 0; k < n; ++k) {
      const int to = (me + k) % n;
      shmem_long_put_nbi(by_put + me * words, source + to * words, words, to);
    }
    shmem_long_alltoall(SHMEM_TEAM_WORLD, by_call, source, words);
    shmem_barrier_all();
    for (int pe = 0; pe < n; ++pe)
      for (int i = 0; i < words; ++i) {
        EXPECT_EQ(by_put[pe * words + i], value(pe, me, i, round));
        EXPECT_EQ(by_call[pe * words + i], value(pe, me, i, round));
      }
    shmem_barrier_all();
  }
  shmem_finalize();
  return 0;
}
