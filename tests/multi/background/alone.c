/* A nonblocking collective must complete on a PE that only computes: the others must get their results without calls of
 * that PE. */
#include <shmemx.h>

#include "expect.h"

static int in, out, seen;

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  shmemx_req_t request;
  in = me + 1;
  shmemx_int_sum_reduce_nb(SHMEM_TEAM_WORLD, &out, &in, 1, &request);
  if (me == 0) {
    /* Runs until another PE, which has the result, sets the word, without a call that could progress the collective. */
    volatile int* flag = &seen;
    while (n > 1 && !*flag) continue;
  } else {
    shmemx_req_wait(&request);
    EXPECT_EQ(out, n * (n + 1) / 2);
    if (me == 1) shmem_int_p(&seen, 1, 0);
  }
  shmemx_req_wait(&request);
  EXPECT_EQ(out, n * (n + 1) / 2);
  shmem_finalize();
  return 0;
}
