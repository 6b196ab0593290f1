/* A thousand teams one after the other, each used the moment it exists; hundreds at once, all of them working; teams
 * that die while others live. Nothing runs out. */
#include "program.h"

enum { cycles = 1000, live = 300 };

static long source, sum;

static void use(shmem_team_t team, long value, int sum_of_members) {
  if (team == SHMEM_TEAM_INVALID) return;
  source = value * me;
  EXPECT_EQ(shmem_long_sum_reduce(team, &sum, &source, 1), 0);
  EXPECT_EQ(sum, value * sum_of_members);
}

/* The sum of the members' world numbers, which are start, start + 1, ... */
static int members_sum(int start, int size) { return size * start + size * (size - 1) / 2; }

int main(void) {
  begin();
  for (int i = 0; i < cycles; ++i) {
    const int start = i % n, size = 1 + i / n % (n - start);
    const shmem_team_t team = split(SHMEM_TEAM_WORLD, start, 1, size);
    EXPECT_EQ(team != SHMEM_TEAM_INVALID, me >= start && me < start + size);
    use(team, i, members_sum(start, size));
    shmem_team_destroy(team);
  }
  static shmem_team_t teams[live];
  for (int i = 0; i < live; ++i) teams[i] = split(SHMEM_TEAM_WORLD, i % n, 1, n - i % n);
  for (int i = 0; i < live; ++i) use(teams[i], i, members_sum(i % n, n - i % n));
  for (int i = 0; i < live; i += 2) shmem_team_destroy(teams[i]);
  for (int i = 0; i < live; i += 2) teams[i] = split(SHMEM_TEAM_WORLD, 0, 1, n);
  for (int i = live - 1; i >= 0; --i) use(teams[i], 3, i % 2 ? members_sum(i % n, n - i % n) : members_sum(0, n));
  for (int i = 0; i < live; ++i) shmem_team_destroy(teams[i]);
  /* Some teams are left for shmem_finalize to destroy. */
  for (int i = 0; i < 10; ++i) use(split(SHMEM_TEAM_WORLD, 0, 1, n), 1, members_sum(0, n));
  return end();
}
