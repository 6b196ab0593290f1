/* Contexts with every combination of options, of the world and of teams: each moves data, orders and completes it, and
 * knows its team. */
#include "program.h"

static long words[max_pes], counter;

/* Transfers between the `n_pes` PEs of `team`, by their numbers in the team. */
static void use(shmem_ctx_t context, shmem_team_t team, long value) {
  const int n_pes = shmem_team_n_pes(team);
  for (int pe = 0; pe < n_pes; ++pe) {
    shmem_ctx_long_p(context, &words[me], value + pe, pe);
    shmem_ctx_fence(context);
    shmem_ctx_long_atomic_add(context, &words[me], 1000, pe);
  }
  shmem_ctx_quiet(context);
  for (int pe = 0; pe < n_pes; ++pe) {
    EXPECT_EQ(shmem_ctx_long_g(context, &words[me], pe), value + pe + 1000);
    EXPECT_EQ(shmem_long_g(&words[me], shmem_team_translate_pe(team, pe, SHMEM_TEAM_WORLD)), value + pe + 1000);
  }
  long got = -1, fetched = -1;
  shmem_ctx_long_get_nbi(context, &got, &words[me], 1, n_pes - 1);
  shmem_ctx_long_atomic_fetch_nbi(context, &fetched, &words[me], 0);
  shmem_ctx_quiet(context);
  EXPECT_EQ(got, value + n_pes - 1 + 1000);
  EXPECT_EQ(fetched, value + 1000);
}

static void check(shmem_team_t team, int through_team) {
  for (long options = 0; options < 8; ++options) {
    const long bits = (options & 1 ? SHMEM_CTX_SERIALIZED : 0) | (options & 2 ? SHMEM_CTX_PRIVATE : 0) |
                      (options & 4 ? SHMEM_CTX_NOSTORE : 0);
    shmem_ctx_t context = SHMEM_CTX_INVALID;
    EXPECT_EQ(through_team ? shmem_team_create_ctx(team, bits, &context) : shmem_ctx_create(bits, &context), 0);
    EXPECT(context != SHMEM_CTX_INVALID && context != SHMEM_CTX_DEFAULT);
    shmem_team_t of = SHMEM_TEAM_INVALID;
    EXPECT_EQ(shmem_ctx_get_team(context, &of), 0);
    EXPECT(of == team);
    use(context, team, 10 * options);
    /* Destroying a context must complete what is pending on it. */
    shmem_ctx_long_atomic_inc(context, &counter, 0);
    shmem_ctx_destroy(context);
    EXPECT(shmem_long_g(&counter, shmem_team_translate_pe(team, 0, SHMEM_TEAM_WORLD)) >= options + 1);
  }
}

int main(void) {
  begin();
  EXPECT((SHMEM_CTX_SERIALIZED & SHMEM_CTX_PRIVATE) == 0 && (SHMEM_CTX_PRIVATE & SHMEM_CTX_NOSTORE) == 0);
  use(SHMEM_CTX_DEFAULT, SHMEM_TEAM_WORLD, 5);
  shmem_team_t of;
  EXPECT_EQ(shmem_ctx_get_team(SHMEM_CTX_DEFAULT, &of), 0);
  EXPECT(of == SHMEM_TEAM_WORLD);
  check(SHMEM_TEAM_WORLD, 0);
  check(SHMEM_TEAM_WORLD, 1);
  check(SHMEM_TEAM_SHARED, 1);
  const shmem_team_t reversed = reversed_world(), half = split(SHMEM_TEAM_WORLD, 0, 1, (n + 1) / 2);
  check(reversed, 1);
  if (half != SHMEM_TEAM_INVALID) check(half, 1);
  shmem_barrier_all();
  shmem_team_destroy(half);
  shmem_team_destroy(reversed);
  return end();
}
