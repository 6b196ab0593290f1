/* split_2d with every xrange, also larger than the team: x = pe mod xrange, y = pe div xrange; the x team is my row
 * numbered by x, the y team my column numbered by y. Of the world, and of a team in another order. */
#include "check_team.h"

/* `order` lists the parent's members. */
static void check(shmem_team_t parent, const int* order, int size, int xrange) {
  shmem_team_t x_team = SHMEM_TEAM_WORLD, y_team = SHMEM_TEAM_WORLD;
  const int mine = shmem_team_my_pe(parent);
  EXPECT_EQ(shmem_team_split_2d(parent, xrange, NULL, 0, &x_team, NULL, 0, &y_team), 0);
  const int width = xrange < size ? xrange : size;
  int row[max_pes], column[max_pes], row_size = 0, column_size = 0;
  for (int i = 0; i < size; ++i) {
    if (i / width == mine / width) row[row_size++] = order[i];
    if (i % width == mine % width) column[column_size++] = order[i];
  }
  EXPECT_EQ(shmem_team_my_pe(x_team), mine % width);
  EXPECT_EQ(shmem_team_my_pe(y_team), mine / width);
  check_team(x_team, row, row_size);
  check_team(y_team, column, column_size);
  shmem_team_destroy(x_team);
  shmem_team_destroy(y_team);
}

int main(void) {
  begin();
  int ascending[max_pes], descending[max_pes];
  for (int i = 0; i < n; ++i) {
    ascending[i] = i;
    descending[i] = n - 1 - i;
  }
  const shmem_team_t reversed = reversed_world();
  for (int xrange = 1; xrange <= n + 3; ++xrange) {
    check(SHMEM_TEAM_WORLD, ascending, n, xrange);
    check(reversed, descending, n, xrange);
  }
  check(SHMEM_TEAM_WORLD, ascending, n, 1 << 30);
  /* An xrange without columns must be refused on all PEs. */
  for (int xrange = 0; xrange >= -1; --xrange) {
    shmem_team_t x_team = SHMEM_TEAM_WORLD, y_team = SHMEM_TEAM_WORLD;
    EXPECT(shmem_team_split_2d(SHMEM_TEAM_WORLD, xrange, NULL, 0, &x_team, NULL, 0, &y_team) != 0);
    EXPECT(x_team == SHMEM_TEAM_INVALID && y_team == SHMEM_TEAM_INVALID);
  }
  shmem_team_destroy(reversed);
  return end();
}
