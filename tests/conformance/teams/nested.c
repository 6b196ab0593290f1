/* Teams of teams, several levels down, in changing order; each against the composition of its splits, and all still
 * alive while the next are made. Numbers translate between any two of them. */
#include "check_team.h"

enum { levels = 6 };

int main(void) {
  begin();
  shmem_team_t teams[levels];
  int pes[levels][max_pes], sizes[levels];
  teams[0] = SHMEM_TEAM_WORLD;
  sizes[0] = n;
  for (int i = 0; i < n; ++i) pes[0][i] = i;
  for (int level = 1; level < levels; ++level) {
    const int size = sizes[level - 1], stride = level % 3 == 0 ? 2 : level % 3 == 1 ? -1 : 1;
    const int start = stride == -1 ? size - 1 : level % 2 && size > 1 ? 1 : 0;
    const int members = stride == -1 ? size : (size - start - 1) / stride + 1;
    teams[level] = SHMEM_TEAM_INVALID;
    if (teams[level - 1] != SHMEM_TEAM_INVALID) teams[level] = split(teams[level - 1], start, stride, members);
    sizes[level] = members;
    for (int i = 0; i < members; ++i) pes[level][i] = pes[level - 1][start + i * stride];
    check_team(teams[level], pes[level], members);
  }
  for (int a = 0; a < levels; ++a)
    for (int b = 0; b < levels; ++b)
      for (int i = 0; i < sizes[a]; ++i) {
        int expected = -1;
        for (int k = 0; k < sizes[b]; ++k)
          if (pes[b][k] == pes[a][i]) expected = k;
        if (teams[a] == SHMEM_TEAM_INVALID || teams[b] == SHMEM_TEAM_INVALID) expected = -1;
        EXPECT_EQ(shmem_team_translate_pe(teams[a], i, teams[b]), expected);
      }
  /* Parents may be destroyed before their children. */
  for (int level = 1; level < levels; ++level) {
    shmem_team_destroy(teams[level]);
    for (int child = level + 1; child < levels; ++child) check_team(teams[child], pes[child], sizes[child]);
  }
  return end();
}
