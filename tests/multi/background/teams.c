/* Teams are created and destroyed, each with a nonblocking collective: its resources must be released with the team. */
#include <dirent.h>
#include <shmemx.h>

#include "expect.h"

enum { rounds = 12, warm = 2 };
static int in, out;

static int open_files(void) {
  DIR* const folder = opendir("/proc/self/fd");
  EXPECT(folder != NULL);
  int n = 0;
  while (readdir(folder) != NULL) ++n;
  closedir(folder);
  return n;
}

int main(void) {
  shmem_init();
  const int n = shmem_n_pes();
  int before = 0;
  for (int round = 0; round < rounds; ++round) {
    shmem_team_t team;
    EXPECT_EQ(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, NULL, 0, &team), 0);
    shmemx_req_t request;
    in = round;
    shmemx_int_sum_reduce_nb(team, &out, &in, 1, &request);
    shmemx_req_wait(&request);
    EXPECT_EQ(out, round * n);
    shmem_team_destroy(team);
    shmem_barrier_all(); /* all PEs have closed the team's sockets */
    if (round == warm) before = open_files();
  }
  EXPECT(open_files() <= before);
  shmem_finalize();
  return 0;
}
