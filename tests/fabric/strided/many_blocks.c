/* Strided puts and gets of more blocks than fit into one message or one read: every element arrives, nothing between
 * them is touched, fence orders them, and the source may be reused at once. */
#include <stdlib.h>

#include "expect.h"
#include "pattern.h"

enum { blocks = 3000, most = 12 /* elements from one block to the next */ };

static uint32_t target[blocks * most];
static long arrived, taken;

/* What element `i` of the target must be after the put of `round`. */
static uint32_t expected(uint64_t round, int from, int to, size_t i, size_t stride, size_t block) {
  return i % stride < block ? (uint32_t)pattern(round, from, to, i) : UINT32_MAX;
}

static void put_and_judge(long round, size_t stride, size_t block, size_t here) {
  const int me = shmem_my_pe(), n = shmem_n_pes(), to = (me + 1) % n, from = (me + n - 1) % n;
  uint32_t* const source = malloc(blocks * here * sizeof *source);
  EXPECT(source != NULL);
  memset(target, 0xff, sizeof target);
  shmem_barrier_all();
  for (size_t b = 0; b < blocks; ++b)
    for (size_t e = 0; e < block; ++e)
      source[b * here + e] = (uint32_t)pattern((uint64_t)round, me, to, b * stride + e);
  shmem_uint32_ibput(target, source, (ptrdiff_t)stride, (ptrdiff_t)here, block, blocks, to);
  memset(source, 0, blocks * here * sizeof *source);
  shmem_fence();
  shmem_long_p(&arrived, round, to);
  shmem_long_wait_until(&arrived, SHMEM_CMP_GE, round);
  for (size_t i = 0; i < blocks * stride; ++i)
    EXPECT_EQ(target[i], expected((uint64_t)round, from, me, i, stride, block));
  shmem_uint32_ibget(source, target, (ptrdiff_t)here, (ptrdiff_t)stride, block, blocks, to);
  for (size_t b = 0; b < blocks; ++b)
    for (size_t e = 0; e < here; ++e)
      EXPECT_EQ(source[b * here + e], e < block ? (uint32_t)pattern((uint64_t)round, me, to, b * stride + e) : 0);
  shmem_long_atomic_inc(&taken, from); /* nobody fills its target while somebody gets from it */
  shmem_barrier_all();
  EXPECT_EQ(taken, round);
  free(source);
}

int main(void) {
  shmem_init();
  long round = 0;
  for (size_t block = 1; block <= 3; ++block) {
    put_and_judge(++round, block, block, block); /* without gaps */
    put_and_judge(++round, block + 1, block, block);
    put_and_judge(++round, most, block, block + 2);
  }
  shmem_finalize();
  return 0;
}
