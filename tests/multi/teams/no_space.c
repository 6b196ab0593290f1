/* Contexts for which there is no address space are refused, and can be made once there is. */
#include <sys/resource.h>

#include "program.h"

int main(void) {
  begin();
  const shmem_team_t team = split(SHMEM_TEAM_WORLD, 0, 1, n);
  free(malloc(1 << 16)); /* so that small objects need no more memory */
  struct rlimit usual, none;
  getrlimit(RLIMIT_AS, &usual);
  none = usual;
  none.rlim_cur = 1;
  shmem_ctx_t context = SHMEM_CTX_DEFAULT;
  setrlimit(RLIMIT_AS, &none);
  const int refused = shmem_team_create_ctx(team, 0, &context);
  setrlimit(RLIMIT_AS, &usual);
  EXPECT(refused != 0);
  EXPECT(context == SHMEM_CTX_INVALID);
  EXPECT_EQ(shmem_team_create_ctx(team, 0, &context), 0);
  static long word;
  shmem_ctx_long_atomic_add(context, &word, 1, (me + 1) % n);
  shmem_ctx_quiet(context);
  shmem_barrier_all();
  EXPECT_EQ(word, 1);
  return end();
}
