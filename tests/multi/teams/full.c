/* 4096 teams at once, every one of them working; then no more, on all PEs alike, with one line from the first; then as
 * many again when some are gone. */
#include "program.h"

enum { room = 4096 };

static shmem_team_t teams[room];
static long source, sum;

static void use(shmem_team_t team, long value) {
  source = value;
  EXPECT_EQ(shmem_long_sum_reduce(team, &sum, &source, 1), 0);
  EXPECT_EQ(sum, value * shmem_team_n_pes(team));
}

/* Each kind of split in turn, all of which give every PE a team. */
static shmem_team_t one_more(int i) {
  shmem_team_t team = SHMEM_TEAM_INVALID;
  const int kind = i % 3;
  if (kind == 0) return split(SHMEM_TEAM_WORLD, 0, 1, n);
  if (kind == 1) EXPECT_EQ(shmemx_team_split_color(SHMEM_TEAM_WORLD, me % 2, me, NULL, 0, &team), 0);
  if (kind == 2) team = split(teams[i / 2], shmem_team_n_pes(teams[i / 2]) - 1, -1, shmem_team_n_pes(teams[i / 2]));
  EXPECT(team != SHMEM_TEAM_INVALID);
  return team;
}

static void expect_full(void) {
  shmem_team_t a = SHMEM_TEAM_WORLD, b = SHMEM_TEAM_WORLD;
  EXPECT(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, NULL, 0, &a) != 0 && a == SHMEM_TEAM_INVALID);
  a = SHMEM_TEAM_WORLD;
  EXPECT(shmem_team_split_2d(SHMEM_TEAM_WORLD, 1, NULL, 0, &a, NULL, 0, &b) != 0);
  EXPECT(a == SHMEM_TEAM_INVALID && b == SHMEM_TEAM_INVALID);
  a = SHMEM_TEAM_WORLD;
  EXPECT(shmemx_team_split_color(teams[room - 1], 1, me, NULL, 0, &a) != 0 && a == SHMEM_TEAM_INVALID);
}

int main(void) {
  begin();
  for (int i = 0; i < room; ++i) teams[i] = one_more(i);
  for (int i = 0; i < room; ++i) use(teams[i], i);
  expect_full();
  /* Two places are free, which the two axes of split_2d need. */
  shmem_team_destroy(teams[17]);
  shmem_team_destroy(teams[4000]);
  EXPECT_EQ(shmem_team_split_2d(SHMEM_TEAM_WORLD, n, NULL, 0, &teams[17], NULL, 0, &teams[4000]), 0);
  expect_full();
  /* Frees places all over the table. */
  for (int i = 0; i < room; i += 5) shmem_team_destroy(teams[i]);
  for (int i = 0; i < room; i += 5) teams[i] = split(SHMEM_TEAM_WORLD, 0, 1, n);
  expect_full();
  for (int i = room - 1; i >= 0; --i) use(teams[i], 3 * i);
  for (int i = 0; i < room; ++i) shmem_team_destroy(teams[i]);
  use(split(SHMEM_TEAM_WORLD, 0, 1, n), 1);
  /* A place that is free on some PEs only cannot be used; one that is free on all PEs of a parent can. */
  if (n > 1) {
    const shmem_team_t rest = split(SHMEM_TEAM_WORLD, 1, 1, n - 1), self = split(SHMEM_TEAM_WORLD, 0, 1, 1);
    int made = 0;
    if (me == 0) {
      while (shmem_team_split_strided(self, 0, 1, 1, NULL, 0, &teams[made]) == 0) ++made;
      EXPECT_EQ(made, room - 2); /* this team itself, and the first one */
    }
    shmem_team_t team = SHMEM_TEAM_WORLD;
    EXPECT(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, NULL, 0, &team) != 0 && team == SHMEM_TEAM_INVALID);
    if (me > 0) {
      team = split(rest, 0, 1, n - 1);
      use(team, 5);
      shmem_team_destroy(team);
    }
    while (made > 0) shmem_team_destroy(teams[--made]);
    use(split(SHMEM_TEAM_WORLD, 0, 1, n), 7);
  }
  return end();
}
