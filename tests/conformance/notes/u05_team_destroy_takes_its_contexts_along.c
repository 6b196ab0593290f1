/* Uncertain point 5, as decided: contexts of a team that still exist go with it, with what is pending on them complete.
 */
#include "program.h"

static long words[3], source = 77;

int main(void) {
  begin();
  for (int round = 0; round < 50; ++round) {
    const shmem_team_t team = reversed_world();
    shmem_ctx_t contexts[3];
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(shmem_team_create_ctx(team, k ? 0 : SHMEM_CTX_SERIALIZED, &contexts[k]), 0);
      words[k] = 0;
    }
    shmem_barrier_all();
    for (int k = 0; k < 3; ++k) shmem_ctx_long_put_nbi(contexts[k], &words[k], &source, 1, (n - me) % n);
    shmem_team_destroy(team);
    for (int k = 0; k < 3; ++k) EXPECT_EQ(words[k], 77);
    shmem_barrier_all();
  }
  return end();
}
