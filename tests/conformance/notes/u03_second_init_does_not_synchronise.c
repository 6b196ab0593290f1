/* Uncertain point 3, as decided: only the first init of a round is collective in effect; a second returns at once,
 * while the other PEs have not come to theirs. */
#include "program.h"

static int flag;

int main(void) {
  begin();
  shmem_barrier_all();
  if (me != 0) shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
  shmem_init();
  if (me == 0)
    for (int pe = 0; pe < n; ++pe) shmem_int_atomic_set(&flag, 1, pe);
  shmem_finalize();
  return end();
}
