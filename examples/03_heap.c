/* The symmetric heap: memory that is allocated by all PEs together, and read by a get.
 *
 *   oshcc -O2 03_heap.c -o heap && oshrun -n 4 ./heap
 */
#include <shmem.h>
#include <stdio.h>

enum { kCount = 1000 };

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  int* mine = shmem_malloc(kCount * sizeof *mine); /* The same size on every PE, called by every PE. */
  int other[kCount];                               /* The local side of a get may be any memory. */
  for (int i = 0; i < kCount; ++i) mine[i] = me * kCount + i;
  shmem_barrier_all(); /* Everybody has filled theirs. */
  shmem_int_get(other, mine, kCount, (me + 1) % n);
  printf("PE %d: mine begins with %d, my neighbour's with %d\n", me, mine[0], other[0]);
  shmem_free(mine); /* Waits for all PEs first, so nobody reads what is gone. */
  shmem_finalize();
  return 0;
}
