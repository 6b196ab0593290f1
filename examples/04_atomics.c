/* A counter on PE 0 hands out work: whoever is free takes the next piece.
 *
 *   oshcc -O2 04_atomics.c -o atomics && oshrun -n 4 ./atomics
 */
#include <shmem.h>
#include <stdio.h>

enum { kPieces = 10000 };

static long next_piece = 0; /* The one on PE 0 is used. */
static long done = 0;
static long sum = 0;

int main(void) {
  shmem_init();
  const int me = shmem_my_pe();
  long mine = 0, pieces = 0;
  for (long piece; (piece = shmem_long_atomic_fetch_add(&next_piece, 1, 0)) < kPieces; ++pieces) mine += piece;
  shmem_long_atomic_add(&sum, mine, 0); /* Nobody's addition is lost. */
  shmem_long_atomic_add(&done, pieces, 0);
  shmem_barrier_all();
  if (me == 0) printf("%ld pieces were done once each, and their numbers add up to %ld\n", done, sum);
  shmem_finalize();
  return 0;
}
