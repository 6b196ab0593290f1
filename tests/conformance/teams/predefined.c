/* SHMEM_TEAM_WORLD and SHMEM_TEAM_SHARED: usable in static initialisers, numbered as the specification says; the
 * questions about SHMEM_TEAM_INVALID have answers. */
#include "program.h"

static shmem_team_t world_in_static_data = SHMEM_TEAM_WORLD, shared_in_static_data = SHMEM_TEAM_SHARED,
                    invalid_in_static_data = SHMEM_TEAM_INVALID;

int main(void) {
  begin();
  EXPECT(world_in_static_data == SHMEM_TEAM_WORLD && shared_in_static_data == SHMEM_TEAM_SHARED);
  EXPECT(SHMEM_TEAM_WORLD != SHMEM_TEAM_INVALID && SHMEM_TEAM_SHARED != SHMEM_TEAM_INVALID);
  EXPECT_EQ(shmem_team_my_pe(SHMEM_TEAM_WORLD), me);
  EXPECT_EQ(shmem_team_n_pes(SHMEM_TEAM_WORLD), n);

  /* In SHMEM_TEAM_SHARED every member must reach every member's heap by load and store, and all must agree on the
   * members. */
  const int shared = shmem_team_n_pes(SHMEM_TEAM_SHARED), my_shared = shmem_team_my_pe(SHMEM_TEAM_SHARED);
  EXPECT(shared >= 1 && shared <= n && my_shared >= 0 && my_shared < shared);
  int* block = shmem_calloc(1, sizeof *block);
  *block = 100 + me;
  shmem_barrier_all();
  int found_me = 0;
  for (int pe = 0; pe < shared; ++pe) {
    const int world_pe = shmem_team_translate_pe(SHMEM_TEAM_SHARED, pe, SHMEM_TEAM_WORLD);
    EXPECT(world_pe >= 0 && world_pe < n);
    EXPECT_EQ(shmem_team_translate_pe(SHMEM_TEAM_WORLD, world_pe, SHMEM_TEAM_SHARED), pe);
    int* there = shmem_ptr(block, world_pe);
    EXPECT(there != NULL && shmem_team_ptr(SHMEM_TEAM_SHARED, block, pe) == (void*)there);
    EXPECT_EQ(*there, 100 + world_pe);
    found_me += world_pe == me;
  }
  EXPECT_EQ(found_me, 1);
  EXPECT_EQ(shmem_team_sync(SHMEM_TEAM_SHARED), 0);

  EXPECT_EQ(shmem_team_my_pe(SHMEM_TEAM_INVALID), -1);
  EXPECT_EQ(shmem_team_n_pes(invalid_in_static_data), -1);
  EXPECT_EQ(shmem_team_translate_pe(SHMEM_TEAM_INVALID, 0, SHMEM_TEAM_WORLD), -1);
  EXPECT_EQ(shmem_team_translate_pe(SHMEM_TEAM_WORLD, 0, SHMEM_TEAM_INVALID), -1);
  EXPECT(shmem_team_ptr(SHMEM_TEAM_INVALID, block, 0) == NULL);
  shmem_team_config_t config = {77};
  EXPECT(shmem_team_get_config(SHMEM_TEAM_INVALID, SHMEM_TEAM_NUM_CONTEXTS, &config) != 0);
  shmem_team_destroy(SHMEM_TEAM_INVALID);
  shmem_team_t out = SHMEM_TEAM_WORLD, other = SHMEM_TEAM_WORLD;
  EXPECT(shmem_team_split_strided(SHMEM_TEAM_INVALID, 0, 1, 1, NULL, 0, &out) != 0);
  EXPECT(out == SHMEM_TEAM_INVALID);
  out = SHMEM_TEAM_WORLD;
  EXPECT(shmem_team_split_2d(SHMEM_TEAM_INVALID, 1, NULL, 0, &out, NULL, 0, &other) != 0);
  EXPECT(out == SHMEM_TEAM_INVALID && other == SHMEM_TEAM_INVALID);
  shmem_free(block);
  return end();
}
