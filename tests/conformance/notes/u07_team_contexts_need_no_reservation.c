/* Uncertain point 7, as decided: num_contexts is a hint. A team made with the default of 0, and the predefined teams,
 * have as many contexts as the program asks for. */
#include "program.h"

static long word;

int main(void) {
  begin();
  shmem_team_config_t none = {0}, two = {2};
  shmem_team_t teams[4] = {SHMEM_TEAM_WORLD, SHMEM_TEAM_SHARED};
  EXPECT_EQ(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, &none, SHMEM_TEAM_NUM_CONTEXTS, &teams[2]), 0);
  EXPECT_EQ(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, &two, SHMEM_TEAM_NUM_CONTEXTS, &teams[3]), 0);
  for (int t = 0; t < 4; ++t) {
    shmem_ctx_t contexts[10];
    for (int k = 0; k < 10; ++k) {
      EXPECT_EQ(shmem_team_create_ctx(teams[t], 0, &contexts[k]), 0);
      shmem_ctx_long_atomic_inc(contexts[k], &word, shmem_team_my_pe(teams[t]));
    }
    for (int k = 0; k < 10; ++k) shmem_ctx_destroy(contexts[k]);
  }
  EXPECT_EQ(shmem_long_atomic_fetch(&word, me), 40);
  shmem_team_destroy(teams[3]);
  shmem_team_destroy(teams[2]);
  return end();
}
