/* shmem_sync_all, team_sync and the active-set sync order the caller's own stores: what was stored to symmetric memory
 * before is read by others after, without a barrier. */
#include "program.h"

enum { words = 50, rounds = 300 };

int main(void) {
  begin();
  long *mine = shmem_malloc(words * sizeof *mine), got[words];
  static long psync[SHMEM_SYNC_SIZE];
  const shmem_team_t team = reversed_world();
  for (int i = 0; i < SHMEM_SYNC_SIZE; ++i) psync[i] = SHMEM_SYNC_VALUE;
  shmem_barrier_all();
  for (long round = 1; round <= rounds; ++round) {
    const int next = (me + 1) % n, before = (me + n - 1) % n;
    long* there = shmem_ptr(mine, next);
    for (long k = 0; k < words; ++k) mine[k] = round * 1000 + me * 60 + k;
    for (int half = 0; half < 2; ++half) {
      switch ((round + half) % 4) {
        case 0:
          shmem_sync_all();
          break;
        case 1:
          EXPECT_EQ(shmem_team_sync(team), 0);
          break;
        case 2:
          EXPECT_EQ(shmem_sync(team), 0);
          break; /* C11 */
        default:
          shmem_sync(0, 0, n, psync);
      }
      if (half) break; /* readers are done; stores may go on */
      shmem_long_get(got, mine, words, before);
      for (long k = 0; k < words; ++k) EXPECT_EQ(got[k], round * 1000 + before * 60 + k);
      if (there)
        for (long k = 0; k < words; ++k) EXPECT_EQ(there[k], round * 1000 + next * 60 + k);
    }
  }
  shmem_team_destroy(team);
  shmem_free(mine);
  return end();
}
