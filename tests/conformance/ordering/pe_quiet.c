/* pe_quiet completes what went to the listed PEs: any list, in any order, with repetitions, none at all with a null
 * pointer; on a team's context the numbers are the team's. */
#include "program.h"

static long data[max_pes];
static int told[max_pes];

static void check(shmem_ctx_t context, int plain, int reversed, long round) {
  int pes[2 * max_pes];
  for (int pe = 0; pe < n; ++pe) {
    pes[2 * pe] = n - 1 - pe;
    pes[2 * pe + 1] = pe;
  }
  for (int pe = 0; pe < n; ++pe) shmem_ctx_long_put_nbi(context, &data[me], &round, 1, reversed ? n - 1 - pe : pe);
  if (plain) {
    shmem_pe_quiet(NULL, 0);
    shmem_pe_quiet(pes, 2 * (size_t)n);
  } else {
    shmem_ctx_pe_quiet(context, NULL, 0);
    for (int i = 0; i < n; ++i) shmem_ctx_pe_quiet(context, &pes[2 * i + 1], 1);
  }
  /* Others are told through a separate context, which does not order the puts. */
  for (int pe = 0; pe < n; ++pe) shmem_int_atomic_set(&told[me], (int)round, pe);
  for (int from = 0; from < n; ++from) {
    shmem_int_wait_until(&told[from], SHMEM_CMP_EQ, (int)round);
    EXPECT_EQ(data[from], round);
  }
  shmem_barrier_all();
}

int main(void) {
  begin();
  shmem_ctx_t created, of_team;
  const shmem_team_t team = reversed_world();
  EXPECT_EQ(shmem_ctx_create(SHMEM_CTX_NOSTORE, &created), 0);
  EXPECT_EQ(shmem_team_create_ctx(team, 0, &of_team), 0);
  for (long round = 1; round <= some_of(100); ++round) {
    check(SHMEM_CTX_DEFAULT, 1, 0, 4 * round);
    check(SHMEM_CTX_DEFAULT, 0, 0, 4 * round + 1);
    check(created, 0, 0, 4 * round + 2);
    check(of_team, 0, 1, 4 * round + 3);
  }
  shmem_ctx_destroy(of_team);
  shmem_team_destroy(team);
  shmem_ctx_destroy(created);
  return end();
}
