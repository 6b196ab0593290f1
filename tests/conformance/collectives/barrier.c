/* No PE may leave before every PE has entered: barrier_all, sync_all, team_sync on several teams, thousands of times.
 * The barrier must also complete puts and atomics of the default context. */
#include "program.h"

enum { rounds = 1500 };

static long came[4], data[max_pes], nbi_source[max_pes];

/* Arrivals are counted on the team's first PE. After the call all arrivals of this round must be counted, and of the
 * next round at most those of the other PEs. */
static void meet(shmem_team_t team, int which, long round) {
  const int size = shmem_team_n_pes(team), root = shmem_team_translate_pe(team, 0, SHMEM_TEAM_WORLD);
  shmem_long_atomic_inc(&came[which], root);
  shmem_quiet();
  switch (which) {
    case 0:
      shmem_barrier_all();
      break;
    case 1:
      shmem_sync_all();
      break;
    default:
      EXPECT_EQ(shmem_team_sync(team), 0);
  }
  const long seen = shmem_long_atomic_fetch(&came[which], root);
  EXPECT(seen >= round * size && seen < (round + 1) * size);
}

int main(void) {
  begin();
  const shmem_team_t reversed = reversed_world(), half = split(SHMEM_TEAM_WORLD, 0, 2, (n + 1) / 2);
  for (long round = 1; round <= some_of(rounds); ++round) {
    meet(SHMEM_TEAM_WORLD, (int)(round % 2), (round + 1) / 2);
    meet(reversed, 2, round);
    if (half != SHMEM_TEAM_INVALID) meet(half, 3, round);
  }
  for (long round = 1; round <= 300; ++round) {
    for (int pe = 0; pe < n; ++pe) {
      const long value = round * 10 + me;
      if (round % 3 == 0)
        shmem_long_p(&data[me], value, pe);
      else if (round % 3 == 1)
        shmem_long_put_nbi(&data[me], (nbi_source[pe] = value, &nbi_source[pe]), 1, pe);
      else
        shmem_long_atomic_set(&data[me], value, pe);
    }
    shmem_barrier_all();
    for (int from = 0; from < n; ++from) EXPECT_EQ(data[from], round * 10 + from);
    shmem_sync_all();
  }
  shmem_team_destroy(half);
  shmem_team_destroy(reversed);
  return end();
}
