/* All PEs at once: a broadcast, a sum, an all-to-all. Together they compute pi.
 *
 *   oshcc -O2 07_collectives.c -o collectives && oshrun -n 4 ./collectives
 */
#include <shmem.h>
#include <stdio.h>

enum { kMostPes = 64 };

static long wanted, steps;
static double part, pi;
static int for_each[kMostPes], from_each[kMostPes];

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  if (n > kMostPes) shmem_global_exit(1);

  if (me == 0) wanted = 1000000; /* The others learn it. */
  shmem_long_broadcast(SHMEM_TEAM_WORLD, &steps, &wanted, 1, 0);
  for (long i = me; i < steps; i += n) {
    const double x = ((double)i + 0.5) / (double)steps;
    part += 4 / (1 + x * x) / (double)steps;
  }
  shmem_double_sum_reduce(SHMEM_TEAM_WORLD, &pi, &part, 1);

  for (int pe = 0; pe < n; ++pe) for_each[pe] = 10 * me + pe; /* One value for each PE. */
  shmem_int_alltoall(SHMEM_TEAM_WORLD, from_each, for_each, 1);
  printf("PE %d: pi is about %.6f; PE %d sent me %d\n", me, pi, n - 1, from_each[n - 1]);
  shmem_finalize();
  return 0;
}
