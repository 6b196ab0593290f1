/* Section 9: when a split returns, parent and children can be used with no synchronisation, and handles are plain
 * values: copied, compared, kept in any memory, different on each PE. */
#include "program.h"

static long source[2], sum[2], child_sum[2];

int main(void) {
  begin();
  shmem_team_t* kept = malloc(sizeof *kept);
  for (long round = 0; round < 300; ++round) {
    const long at = round % 2;
    source[at] = me + round;
    shmem_team_t made;
    EXPECT_EQ(shmem_team_split_strided(SHMEM_TEAM_WORLD, n - 1, -1, n, NULL, 0, &made), 0);
    *kept = made;
    const shmem_team_t copy = *kept;
    EXPECT(copy == made && copy != SHMEM_TEAM_WORLD);
    EXPECT_EQ(shmem_long_sum_reduce(copy, &child_sum[at], &source[at], 1), 0); /* the child first, then the parent */
    EXPECT_EQ(shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &sum[at], &source[at], 1), 0);
    EXPECT_EQ(child_sum[at], n * round + n * (n - 1) / 2);
    EXPECT_EQ(sum[at], child_sum[at]);
    shmem_team_destroy(*kept);
  }
  free(kept);
  return end();
}
