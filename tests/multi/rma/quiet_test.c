/* When shmemx_quiet_test says so, puts are at their targets and gets have filled their destinations, as after
 * shmem_quiet. */
#include "program.h"

enum { bytes = 1 << 20, rounds = 20 };

int main(void) {
  begin();
  const int next = (me + 1) % n, before = (me + n - 1) % n;
  unsigned char *there = shmem_malloc(bytes), *source = malloc(bytes), *back = malloc(bytes);
  static long told;
  EXPECT(there && source && back);
  EXPECT(shmemx_quiet_test()); /* nothing is under way */
  for (int round = 1; round <= rounds; ++round) {
    const size_t part = round % 2 ? bytes : 1000;
    fill_pattern(source, part, (uint64_t)round, me, next);
    shmem_barrier_all();
    shmem_putmem_nbi(there, source, part, next);
    while (!shmemx_quiet_test()) continue;
    shmem_long_p(&told, round, next); /* without a fence */
    shmem_long_wait_until(&told, SHMEM_CMP_EQ, round);
    expect_pattern(there, part, (uint64_t)round, before, me);
    memset(back, 0, part);
    shmem_getmem_nbi(back, there, part, next);
    while (!shmemx_quiet_test()) continue;
    expect_pattern(back, part, (uint64_t)round, me, next);
  }
  shmem_barrier_all();
  shmem_free(there);
  free(source);
  free(back);
  return end();
}
