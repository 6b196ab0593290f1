/* A thousand contexts at once, of the world and of a team, all different and all working; destroyed out of order and
 * made again. Creation is local: PEs make different numbers of them. */
#include "program.h"

enum { many = 1000 };

static int words[many];

static void make(shmem_ctx_t* contexts, int from, int step, shmem_team_t team) {
  for (int i = from; i < many; i += step) {
    EXPECT_EQ(i % 2 ? shmem_team_create_ctx(team, 0, &contexts[i])
                    : shmem_ctx_create(i % 3 ? 0 : SHMEM_CTX_PRIVATE, &contexts[i]),
              0);
    EXPECT(contexts[i] != SHMEM_CTX_INVALID);
  }
}

static void use(shmem_ctx_t* contexts, int value) {
  const int next = (me + 1) % n, before = (me + n - 1) % n;
  for (int i = 0; i < many; ++i) shmem_ctx_int_p(contexts[i], &words[i], value + i + me, i % 2 ? n - 1 - next : next);
  for (int i = 0; i < many; ++i) shmem_ctx_quiet(contexts[i]);
  shmem_barrier_all();
  for (int i = 0; i < many; ++i) EXPECT_EQ(words[i], value + i + before);
  shmem_barrier_all();
}

int main(void) {
  begin();
  static shmem_ctx_t contexts[many];
  const shmem_team_t reversed = reversed_world();
  make(contexts, 0, 1, reversed);
  for (int i = 1; i < many; ++i) EXPECT(contexts[i] != contexts[i - 1]);
  use(contexts, 5);
  for (int i = 0; i < many; i += 3) shmem_ctx_destroy(contexts[i]);
  make(contexts, 0, 3, reversed);
  use(contexts, 7000);
  for (int i = many - 1; i >= 0; --i) shmem_ctx_destroy(contexts[i]);
  for (int i = 0; i < 500 * (me + 1); ++i) {
    shmem_ctx_t context;
    EXPECT_EQ(shmem_ctx_create(0, &context), 0);
    shmem_ctx_int_atomic_inc(context, &words[0], me);
    shmem_ctx_destroy(context);
  }
  shmem_barrier_all();
  EXPECT_EQ(words[0], 7000 + (me + n - 1) % n + 500 * (me + 1));
  shmem_team_destroy(reversed);
  return end();
}
