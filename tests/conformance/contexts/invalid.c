/* SHMEM_CTX_INVALID: destroy, fence and quiet do nothing; get_team says so; a team that does not exist has no contexts.
 */
#include "program.h"

static shmem_ctx_t in_static_data = SHMEM_CTX_INVALID, default_in_static_data = SHMEM_CTX_DEFAULT;

int main(void) {
  begin();
  shmem_ctx_destroy(SHMEM_CTX_INVALID);
  shmem_ctx_fence(SHMEM_CTX_INVALID);
  shmem_ctx_quiet(SHMEM_CTX_INVALID);
  shmem_team_t team = SHMEM_TEAM_WORLD;
  EXPECT(shmem_ctx_get_team(SHMEM_CTX_INVALID, &team) != 0);
  EXPECT(team == SHMEM_TEAM_INVALID);
  shmem_ctx_t context = SHMEM_CTX_DEFAULT;
  EXPECT(shmem_team_create_ctx(SHMEM_TEAM_INVALID, 0, &context) != 0);
  EXPECT(context == SHMEM_CTX_INVALID);
  EXPECT(in_static_data == SHMEM_CTX_INVALID && default_in_static_data == SHMEM_CTX_DEFAULT);
  EXPECT(SHMEM_CTX_INVALID != SHMEM_CTX_DEFAULT);
  /* The library must still work afterwards. */
  static int word;
  EXPECT_EQ(shmem_ctx_create(0, &context), 0);
  shmem_ctx_int_p(context, &word, 3 + me, (me + 1) % n);
  shmem_ctx_quiet(context);
  shmem_barrier_all();
  EXPECT_EQ(word, 3 + (me + n - 1) % n);
  shmem_ctx_destroy(context);
  return end();
}
