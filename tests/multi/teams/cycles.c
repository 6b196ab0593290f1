/* Teams made and destroyed again and again, of all kinds, each used once: nothing grows. TEST_CYCLES says how often,
 * where it is not the usual number. Between nodes the provider touches more and more of its buffers, so there what the
 * process has mapped alone counts. */
#include "resident.h"
#include "program.h"

static long source = 1, sum;

static void use(shmem_team_t team) {
  if (team == SHMEM_TEAM_INVALID) return;
  EXPECT_EQ(shmem_long_sum_reduce(team, &sum, &source, 1), 0);
  EXPECT_EQ(sum, shmem_team_n_pes(team));
}

static void cycle(long i) {
  shmem_team_t team = SHMEM_TEAM_INVALID, other = SHMEM_TEAM_INVALID;
  const int pes[2] = {n - 1, 0};
  switch (i % 5) {
    case 0:
      team = split(SHMEM_TEAM_WORLD, 0, 1, n);
      break;
    case 1:
      team = split(SHMEM_TEAM_WORLD, (int)(i % n), 1, n - (int)(i % n));
      break;
    case 2:
      EXPECT_EQ(shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, NULL, 0, &team, NULL, 0, &other), 0);
      break;
    case 3:
      EXPECT_EQ(shmemx_team_split_color(SHMEM_TEAM_WORLD, me % 3, -me, NULL, 0, &team), 0);
      break;
    case 4:
      EXPECT_EQ(shmemx_team_from_set(SHMEM_TEAM_WORLD, pes, n > 1 ? 2 : 1, NULL, 0, &team), 0);
      break;
  }
  use(team);
  use(other);
  if (i % 100 == 0 && team != SHMEM_TEAM_INVALID) {
    shmem_ctx_t context;
    EXPECT_EQ(shmem_team_create_ctx(team, 0, &context), 0); /* goes with the team */
    EXPECT(shmemx_team_malloc(team, 1000) != NULL);         /* so does this */
  }
  shmem_team_destroy(team);
  shmem_team_destroy(other);
}

int main(void) {
  begin();
  const char* wanted = getenv("TEST_CYCLES");
  const long cycles = wanted ? atol(wanted) : all_on_one_node() ? 20000 : 5000, warm = 1000;
  for (long i = 0; i < warm; ++i) cycle(i);
  const long before = status_kib("VmRSS:"), size_before = status_kib("VmSize:");
  const int files = open_files();
  for (long i = 0; i < cycles; ++i) cycle(i);
  const long grown = status_kib("VmRSS:") - before, size_grown = status_kib("VmSize:") - size_before;
  if (wanted && me == 0)
    printf("%ld cycles on %d PEs: VmRSS %ld KiB and %ld more, VmSize %ld KiB and %ld more\n", cycles, n, before, grown,
           size_before, size_grown);
#ifndef __SANITIZE_ADDRESS__                   /* which keeps what was freed */
  if (all_on_one_node()) EXPECT(grown <= 256); /* 13 bytes for each of 20,000 */
  EXPECT(size_grown <= 256);
#endif
  EXPECT_EQ(open_files(), files);
  return end();
}
