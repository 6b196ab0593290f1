/* A put writes into another PE's variable; that PE does nothing for it.
 *
 *   oshcc -O2 02_put.c -o put && oshrun -n 4 ./put
 */
#include <shmem.h>
#include <stdio.h>

static long from_left = -1; /* Static data is symmetric: every PE has its own, and the others can reach it. */

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  shmem_long_p(&from_left, me, (me + 1) % n);
  shmem_barrier_all(); /* All puts of all PEs have arrived. */
  printf("PE %d heard from PE %ld\n", me, from_left);
  shmem_finalize();
  return 0;
}
