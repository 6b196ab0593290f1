/* Section 4: one symmetric address as source and dest of a call to another PE is normal. */
#include "program.h"

enum { words = 100 };
static long statics[words];

static void check(long* block) {
  const int next = (me + 1) % n, before = (me + n - 1) % n;
  for (int i = 0; i < words; ++i) block[i] = me * 1000 + i;
  shmem_barrier_all();
  if (me == 0 && n > 1) shmem_long_put(block, block, words, next);
  shmem_barrier_all();
  if (me == 1) {
    for (int i = 0; i < words; ++i) EXPECT_EQ(block[i], i);
    for (int i = 0; i < words; ++i) block[i] = me * 1000 + i;
  }
  shmem_barrier_all();
  if (me == 0 && n > 1) shmem_long_get(block, block, words, before);
  if (me == 0)
    for (int i = 0; i < words; ++i) EXPECT_EQ(block[i], before * 1000 + i);
  shmem_barrier_all();
}

int main(void) {
  begin();
  long* heap = shmem_malloc(words * sizeof *heap);
  check(heap);
  check(statics);
  shmem_free(heap);
  return end();
}
