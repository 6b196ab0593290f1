/* A team against the list of world PEs that it must have. Collective over the world; PEs that are not in the list must
 * hold SHMEM_TEAM_INVALID. Uses the team at once: numbers, translation, pointers, contexts, a collect. */
#ifndef TESTS_CONFORMANCE_TEAMS_CHECK_TEAM_H
#define TESTS_CONFORMANCE_TEAMS_CHECK_TEAM_H

#include "program.h"

static int team_source, team_dest[max_pes], team_word;

static inline void check_team(shmem_team_t team, const int* pes, int size) {
  int mine = -1;
  for (int i = 0; i < size; ++i)
    if (pes[i] == me) mine = i;
  EXPECT_EQ(team == SHMEM_TEAM_INVALID, mine < 0);
  EXPECT_EQ(shmem_team_my_pe(team), mine);
  EXPECT_EQ(shmem_team_n_pes(team), mine < 0 ? -1 : size);
  if (mine < 0) return;
  for (int i = 0; i < size; ++i) {
    EXPECT_EQ(shmem_team_translate_pe(team, i, SHMEM_TEAM_WORLD), pes[i]);
    EXPECT_EQ(shmem_team_translate_pe(SHMEM_TEAM_WORLD, pes[i], team), i);
    EXPECT_EQ(shmem_team_translate_pe(team, i, team), i);
    EXPECT(shmem_team_ptr(team, &team_word, i) == shmem_ptr(&team_word, pes[i]));
  }
  for (int pe = 0; pe < n; ++pe) {
    int member = -1;
    for (int i = 0; i < size; ++i)
      if (pes[i] == pe) member = i;
    EXPECT_EQ(shmem_team_translate_pe(SHMEM_TEAM_WORLD, pe, team), member);
  }
  team_source = 1000 + me;
  EXPECT_EQ(shmem_int_fcollect(team, team_dest, &team_source, 1), 0);
  for (int i = 0; i < size; ++i) EXPECT_EQ(team_dest[i], 1000 + pes[i]);
  shmem_ctx_t context;
  EXPECT_EQ(shmem_team_create_ctx(team, 0, &context), 0);
  shmem_ctx_int_p(context, &team_word, me, (mine + 1) % size);
  shmem_ctx_quiet(context);
  EXPECT_EQ(shmem_team_sync(team), 0);
  EXPECT_EQ(team_word, pes[(mine + size - 1) % size]);
  EXPECT_EQ(shmem_team_sync(team), 0);
  shmem_ctx_destroy(context);
}

#endif
