/* Section 3: malloc, malloc_with_hints and align end with a barrier that quiets the default context: after the call
 * every PE has the block, and what was put before is there. */
#include "program.h"

static long word[max_pes], source;

int main(void) {
  begin();
  for (int round = 1; round <= 100; ++round) {
    source = round * 10 + me;
    for (int pe = 0; pe < n; ++pe) shmem_long_put_nbi(&word[me], &source, 1, pe);
    long* block = round % 3 == 0 ? shmem_malloc(1000)
                  : round % 3 == 1
                      ? shmem_malloc_with_hints(1000, SHMEM_MALLOC_ATOMICS_REMOTE | SHMEM_MALLOC_SIGNAL_REMOTE)
                      : shmem_align(256, 1000);
    EXPECT(block != NULL);
    for (int from = 0; from < n; ++from) EXPECT(word[from] >= round * 10 + from);
    shmem_long_p(&block[me], round, (me + 1) % n); /* at once */
    shmem_barrier_all();
    EXPECT_EQ(block[(me + n - 1) % n], round);
    shmem_free(block);
  }
  return end();
}
