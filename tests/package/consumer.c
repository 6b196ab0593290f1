/* A ring: each PE puts to the next, into the symmetric heap and into a global, and reads back what came. */
#include <shmem.h>
#include <stdio.h>

static long from_left_global = -1;

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes(), next = (me + 1) % n, before = (me + n - 1) % n;
  long* from_left = shmem_malloc(sizeof(long));
  *from_left = -1;
  shmem_barrier_all();
  shmem_long_p(from_left, 100 + me, next);
  shmem_long_p(&from_left_global, 200 + me, next);
  shmem_barrier_all();
  const int right = *from_left == 100 + before && from_left_global == 200 + before;
  if (right) printf("consumer: PE %d of %d received %ld\n", me, n, *from_left);
  shmem_free(from_left);
  shmem_finalize();
  return right ? 0 : 1;
}
