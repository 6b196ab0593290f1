/* When the library has no room for another team it says so to all PEs alike, makes none, and goes on working. More
 * teams than any program needs. */
#include "program.h"

enum { many = 20000 };

int main(void) {
  begin();
  static shmem_team_t teams[many];
  int made = 0, result = 0;
  for (; made < many; ++made) {
    teams[made] = SHMEM_TEAM_WORLD;
    result = shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, NULL, 0, &teams[made]);
    EXPECT_EQ(result == 0, teams[made] != SHMEM_TEAM_INVALID);
    if (result != 0) break;
  }
  static int mine, least, most;
  mine = made;
  EXPECT_EQ(shmem_int_min_reduce(SHMEM_TEAM_WORLD, &least, &mine, 1), 0);
  EXPECT_EQ(shmem_int_max_reduce(SHMEM_TEAM_WORLD, &most, &mine, 1), 0);
  EXPECT(least == most && made >= 1000);
  if (made < many) {
    EXPECT(result != 0 && teams[made] == SHMEM_TEAM_INVALID);
    shmem_team_t x_team = SHMEM_TEAM_WORLD, y_team = SHMEM_TEAM_WORLD;
    EXPECT(shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, NULL, 0, &x_team, NULL, 0, &y_team) != 0);
    EXPECT(x_team == SHMEM_TEAM_INVALID && y_team == SHMEM_TEAM_INVALID);
    /* One free place is not enough for the two axes of split_2d, and must not be lost by the attempt. */
    shmem_team_destroy(teams[--made]);
    EXPECT(shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, NULL, 0, &x_team, NULL, 0, &y_team) != 0);
    EXPECT_EQ(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, NULL, 0, &teams[made++]), 0);
  }
  for (int i = 0; i < made; ++i) shmem_team_destroy(teams[i]);
  shmem_team_t again;
  EXPECT_EQ(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, NULL, 0, &again), 0);
  EXPECT_EQ(shmem_team_sync(again), 0);
  shmem_team_destroy(again);
  return end();
}
