/* Team configurations: num_contexts must be as requested in each new team; the mask selects the fields; null is valid
 * with mask 0. */
#include "program.h"

static void expect_config(shmem_team_t team, int contexts) {
  shmem_team_config_t config = {-7};
  EXPECT_EQ(shmem_team_get_config(team, 0, NULL), 0);
  EXPECT_EQ(shmem_team_get_config(team, 0, &config), 0);
  EXPECT_EQ(config.num_contexts, -7);
  EXPECT_EQ(shmem_team_get_config(team, SHMEM_TEAM_NUM_CONTEXTS, &config), 0);
  EXPECT_EQ(config.num_contexts, contexts);
}

int main(void) {
  begin();
  shmem_team_config_t config = {3}, other = {5};
  shmem_team_t team, x_team, y_team;
  EXPECT_EQ(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, &config, SHMEM_TEAM_NUM_CONTEXTS, &team), 0);
  expect_config(team, 3);
  shmem_ctx_t contexts[3];
  for (int i = 0; i < 3; ++i) EXPECT_EQ(shmem_team_create_ctx(team, 0, &contexts[i]), 0);
  for (int i = 0; i < 3; ++i) shmem_ctx_destroy(contexts[i]);
  shmem_team_destroy(team);
  EXPECT_EQ(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, &config, 0, &team), 0); /* not chosen */
  expect_config(team, 0);
  /* The config must be equal within each new team, but may differ across the parent. */
  config.num_contexts = 10 + me / 2;
  other.num_contexts = 20 + me % 2;
  EXPECT_EQ(
      shmem_team_split_2d(team, 2, &config, SHMEM_TEAM_NUM_CONTEXTS, &x_team, &other, SHMEM_TEAM_NUM_CONTEXTS, &y_team),
      0);
  expect_config(x_team, 10 + me / 2);
  expect_config(y_team, 20 + (n == 1 ? 0 : me % 2));
  expect_config(team, 0);
  shmem_team_destroy(y_team);
  shmem_team_destroy(x_team);
  shmem_team_destroy(team);
  return end();
}
