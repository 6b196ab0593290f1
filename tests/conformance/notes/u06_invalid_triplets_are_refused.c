/* Uncertain point 6, as decided: a triplet that leaves the team, wraps around, or has no members returns nonzero and
 * SHMEM_TEAM_INVALID on every PE; values far out do not overflow. The parent works on. */
#include <limits.h>

#include "program.h"

int main(void) {
  begin();
  const int triplets[][3] = {{0, 1, n + 1},
                             {1, 1, n},
                             {0, -1, 2},
                             {-1, 1, 1},
                             {n, 1, 1},
                             {0, 1, 0},
                             {0, 1, -1},
                             {0, 0, 2},
                             {n - 1, n, 2},
                             {0, INT_MAX, 3},
                             {0, INT_MIN, 2},
                             {INT_MAX, 1, 1},
                             {INT_MIN, 1, 1},
                             {0, 1, INT_MAX},
                             {0, INT_MAX, INT_MAX},
                             {n - 1, INT_MIN, INT_MAX},
                             {0, -INT_MAX, INT_MAX}};
  static int word, sum;
  for (size_t i = 0; i < sizeof triplets / sizeof *triplets; ++i) {
    shmem_team_t team = SHMEM_TEAM_WORLD;
    EXPECT(shmem_team_split_strided(SHMEM_TEAM_WORLD, triplets[i][0], triplets[i][1], triplets[i][2], NULL, 0, &team) !=
           0);
    EXPECT(team == SHMEM_TEAM_INVALID);
    word = me;
    EXPECT_EQ(shmem_int_sum_reduce(SHMEM_TEAM_WORLD, &sum, &word, 1), 0);
    EXPECT_EQ(sum, n * (n - 1) / 2);
    shmem_barrier_all();
  }
  return end();
}
