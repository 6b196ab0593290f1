/* Uncertain point 18, as decided: when a team's collect returns, the local dest is whole and the local source may
 * change, as for the other collectives. */
#include "program.h"

static long source, dest[2][max_pes];

int main(void) {
  begin();
  for (long round = 0; round < 500; ++round) {
    source = round * 10 + me;
    EXPECT_EQ(shmem_long_collect(SHMEM_TEAM_WORLD, dest[round % 2], &source, 1), 0);
    source = -1;
    for (int pe = 0; pe < n; ++pe) EXPECT_EQ(dest[round % 2][pe], round * 10 + pe);
  }
  return end();
}
