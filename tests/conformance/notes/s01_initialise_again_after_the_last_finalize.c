/* Section 1: after the last finalize the library can be initialised again, with everything: heap, statics, teams,
 * contexts, locks, collectives, handles kept in static data. */
#include "program.h"

static shmem_team_t world = SHMEM_TEAM_WORLD;
static shmem_ctx_t context = SHMEM_CTX_DEFAULT;
static long lock, word, sum;

int main(void) {
  for (int round = 0; round < 4; ++round) {
    begin();
    long* block = shmem_calloc(10, sizeof *block);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(block[i], 0);
    shmem_barrier_all();
    shmem_ctx_long_p(context, &block[3], 100 * round + me, (me + 1) % n);
    shmem_barrier_all();
    EXPECT_EQ(block[3], 100 * round + (me + n - 1) % n);
    word = me + round;
    EXPECT_EQ(shmem_long_sum_reduce(world, &sum, &word, 1), 0);
    EXPECT_EQ(sum, n * round + n * (n - 1) / 2);
    const shmem_team_t team = reversed_world();
    EXPECT_EQ(shmem_team_my_pe(team), n - 1 - me);
    shmem_ctx_t own;
    EXPECT_EQ(shmem_team_create_ctx(team, 0, &own), 0);
    shmem_set_lock(&lock);
    shmem_clear_lock(&lock);
    shmem_finalize(); /* the team, its context and the block go with it */
    int initialized = -1;
    shmem_query_initialized(&initialized);
    EXPECT_EQ(initialized, 0);
  }
  return 0;
}
