/* Checks a team against the list of world PEs that it must have. Collective over the team; PEs that are not in the list
 * must hold SHMEM_TEAM_INVALID. Uses the team at once: numbers, translation, pointers, each kind of collective,
 * contexts. */
#ifndef TESTS_MULTI_CHECK_TEAM_H
#define TESTS_MULTI_CHECK_TEAM_H

#include "program.h"

static int64_t team_source[2 * max_pes], team_dest[2 * max_pes], team_word;

static inline void check_team(shmem_team_t team, const int* pes, int size) {
  int mine = -1;
  for (int i = 0; i < size; ++i)
    if (pes[i] == me) mine = i;
  EXPECT_EQ(team == SHMEM_TEAM_INVALID, mine < 0);
  EXPECT_EQ(shmem_team_my_pe(team), mine);
  EXPECT_EQ(shmem_team_n_pes(team), mine < 0 ? -1 : size);
  if (mine < 0) return;
  for (int pe = -1; pe <= n; ++pe) {
    int member = -1;
    for (int i = 0; i < size; ++i)
      if (pes[i] == pe) member = i;
    EXPECT_EQ(shmem_team_translate_pe(SHMEM_TEAM_WORLD, pe, team), member);
    if (member < 0) continue;
    EXPECT_EQ(shmem_team_translate_pe(team, member, SHMEM_TEAM_WORLD), pe);
    EXPECT_EQ(shmem_team_translate_pe(team, member, team), member);
    EXPECT(shmem_team_ptr(team, &team_word, member) == shmem_ptr(&team_word, pe));
  }
  int64_t sum = 0, least = INT64_MAX;
  for (int i = 0; i < size; ++i) {
    sum += 1000 + pes[i];
    if (pes[i] < least) least = pes[i];
  }
  team_source[0] = 1000 + me;
  EXPECT_EQ(shmem_int64_fcollect(team, team_dest, team_source, 1), 0);
  for (int i = 0; i < size; ++i) EXPECT_EQ(team_dest[i], 1000 + pes[i]);
  EXPECT_EQ(shmem_int64_sum_reduce(team, team_dest, team_source, 1), 0);
  EXPECT_EQ(team_dest[0], sum);
  EXPECT_EQ(shmem_int64_min_reduce(team, team_dest, team_source, 1), 0);
  EXPECT_EQ(team_dest[0], 1000 + least);
  EXPECT_EQ(shmem_int64_broadcast(team, team_dest, team_source, 1, size - 1), 0);
  EXPECT_EQ(team_dest[0], 1000 + pes[size - 1]);
  EXPECT_EQ(shmem_int64_collect(team, team_dest, team_source, mine % 2), 0); /* every second shows one */
  for (int i = 1; i < size; i += 2) EXPECT_EQ(team_dest[i / 2], 1000 + pes[i]);
  for (int i = 0; i < size; ++i) team_source[i] = 100 * me + i;
  EXPECT_EQ(shmem_int64_alltoall(team, team_dest, team_source, 1), 0);
  for (int i = 0; i < size; ++i) EXPECT_EQ(team_dest[i], 100 * pes[i] + mine);
  shmem_ctx_t context;
  EXPECT_EQ(shmem_team_create_ctx(team, 0, &context), 0);
  shmem_ctx_int64_p(context, &team_word, me, (mine + 1) % size);
  shmem_ctx_quiet(context);
  EXPECT_EQ(shmem_team_sync(team), 0);
  EXPECT_EQ(team_word, pes[(mine + size - 1) % size]);
  EXPECT_EQ(shmem_ctx_int64_g(context, &team_word, (mine + 1) % size), me);
  EXPECT_EQ(shmem_team_sync(team), 0);
  shmem_ctx_destroy(context);
}

#endif
