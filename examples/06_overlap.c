/* Puts that do not wait: begin them, compute, and ask for their completion when it is needed.
 *
 *   oshcc -O2 06_overlap.c -o overlap -lm && oshrun -n 4 ./overlap
 */
#include <math.h>
#include <shmem.h>
#include <stdio.h>

enum { kCount = 100000 };

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes(), right = (me + 1) % n, left = (me + n - 1) % n;
  double* out = shmem_malloc(kCount * sizeof *out);
  double* in = shmem_malloc(kCount * sizeof *in);
  for (int i = 0; i < kCount; ++i) out[i] = me + 1e-6 * i;

  shmem_double_put_nbi(in, out, kCount, right); /* May still be under way when it returns: leave `out` alone. */
  double work = 0;
  for (int i = 1; i <= kCount; ++i) work += sqrt(i); /* Meanwhile something else. */
  shmem_quiet();                                     /* My puts are complete: `out` is free, and the data is there. */
  shmem_barrier_all();                               /* And so are the others'. */

  int right_values = 0;
  for (int i = 0; i < kCount; ++i) right_values += in[i] == left + 1e-6 * i;
  printf("PE %d: %d values from PE %d, and the roots add up to %.0f\n", me, right_values, left, work);
  shmem_free(in);
  shmem_free(out);
  shmem_finalize();
  return 0;
}
