/* Section 4 (advice): a PE that puts to itself, or gets from itself, with overlap gets what memmove gives. */
#include "program.h"

enum { words = 100 };
static long statics[words];

static void check(long* block) {
  for (int shift = -5; shift <= 5; ++shift)
    for (int get = 0; get < 2; ++get) {
      long expected[words];
      for (int i = 0; i < words; ++i) expected[i] = block[i] = i;
      memmove(&expected[10 + shift], &expected[10], 50 * sizeof *expected);
      if (get)
        shmem_long_get(&block[10 + shift], &block[10], 50, me);
      else
        shmem_long_put(&block[10 + shift], &block[10], 50, me);
      shmem_quiet();
      EXPECT_SAME(block, expected, sizeof expected);
    }
}

int main(void) {
  begin();
  long* heap = shmem_malloc(words * sizeof *heap);
  check(heap);
  check(statics);
  shmem_free(heap);
  return end();
}
