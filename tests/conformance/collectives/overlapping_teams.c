/* Teams that share members, used in turn without synchronisation between them: rows, columns, the world, halves. Each
 * PE is in several, ahead in one and behind in another. */
#include "program.h"

enum { rounds = 300, kinds = 6 };

typedef struct {
  shmem_team_t team;
  int pes[max_pes], size;
} Members;

static long source[2], sums[2][kinds], all[2][kinds][max_pes];

/* The members are asked of the team itself, which the tests in teams/ have checked. */
static Members members(shmem_team_t team) {
  Members m = {team, {0}, team == SHMEM_TEAM_INVALID ? 0 : shmem_team_n_pes(team)};
  for (int i = 0; i < m.size; ++i) m.pes[i] = shmem_team_translate_pe(team, i, SHMEM_TEAM_WORLD);
  return m;
}

int main(void) {
  begin();
  shmem_team_t row, column;
  EXPECT_EQ(shmem_team_split_2d(SHMEM_TEAM_WORLD, n > 3 ? 2 : n, NULL, 0, &row, NULL, 0, &column), 0);
  const Members teams[kinds] = {members(row),
                                members(column),
                                members(SHMEM_TEAM_WORLD),
                                members(reversed_world()),
                                members(split(SHMEM_TEAM_WORLD, 0, 1, (n + 1) / 2)),
                                members(split(SHMEM_TEAM_WORLD, n / 2, 1, n - n / 2))};
  for (long round = 1; round <= rounds; ++round)
    for (int k = 0; k < kinds; ++k) {
      const Members* m = &teams[k];
      const long at = round % 2;
      if (m->size == 0) continue;
      source[at] = round * 100 + k * 10 + me;
      EXPECT_EQ(shmem_long_sum_reduce(m->team, &sums[at][k], &source[at], 1), 0);
      EXPECT_EQ(shmem_long_fcollect(m->team, all[at][k], &source[at], 1), 0);
      long expected = 0;
      for (int i = 0; i < m->size; ++i) {
        EXPECT_EQ(all[at][k][i], round * 100 + k * 10 + m->pes[i]);
        expected += round * 100 + k * 10 + m->pes[i];
      }
      EXPECT_EQ(sums[at][k], expected);
    }
  shmem_barrier_all();
  for (int k = 0; k < kinds; ++k)
    if (k != 2) shmem_team_destroy(teams[k].team);
  return end();
}
