/* Section 3: whoever returns from calloc may put to any PE at once; no zeroing comes later. And a product that
 * overflows gives null, on all PEs. */
#include "program.h"

enum { words = 5000 };

int main(void) {
  begin();
  for (int round = 1; round <= 100; ++round) {
    long* block = shmem_calloc(words, sizeof *block);
    EXPECT(block != NULL);
    const int target = (me + round) % n;
    shmem_long_p(&block[me], round, target); /* no synchronisation before */
    shmem_long_p(&block[words - 1 - me], round, target);
    shmem_barrier_all();
    const int from = (me + n * round - round) % n;
    for (int i = 0; i < words; ++i) EXPECT_EQ(block[i], i == from || i == words - 1 - from ? round : 0);
    memset(block, 0xff, words * sizeof *block);
    shmem_free(block);
  }
  EXPECT(shmem_calloc(SIZE_MAX / 4, 8) == NULL);
  EXPECT(shmem_calloc(8, SIZE_MAX / 4) == NULL);
  return end();
}
