/* Section 1: each init needs a finalize; one that is not the last acts like shmem_barrier_all and frees nothing. */
#include "program.h"

static int arrived[max_pes], word;

int main(void) {
  begin();
  shmem_init();
  EXPECT_EQ(shmem_init_thread(SHMEM_THREAD_SINGLE, NULL), 0);
  int* block = shmem_malloc(sizeof *block);
  const shmem_team_t team = reversed_world();
  *block = 7 * me;
  for (int round = 1; round <= 2; ++round) {
    for (int pe = 0; pe < n; ++pe) shmem_int_p(&arrived[me], round, pe);
    shmem_finalize();
    for (int from = 0; from < n; ++from) EXPECT(arrived[from] >= round); /* met, and puts complete */
    int initialized = 0;
    shmem_query_initialized(&initialized);
    EXPECT_EQ(initialized, 1);
    EXPECT_EQ(shmem_int_g(block, n - 1), 7 * (n - 1));
    EXPECT_EQ(shmem_team_sync(team), 0);
    shmem_int_atomic_inc(&word, 0);
    shmem_barrier_all();
  }
  if (me == 0) EXPECT_EQ(word, 2 * n);
  return end();
}
