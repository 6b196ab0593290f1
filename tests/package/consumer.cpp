// The ring of consumer.c in C++.
#include <shmem.h>

#include <cstdio>

static double from_left_global = -1;

int main() {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes(), next = (me + 1) % n, before = (me + n - 1) % n;
  auto* from_left = static_cast<double*>(shmem_malloc(sizeof(double)));
  *from_left = -1;
  shmem_barrier_all();
  const double value = 100 + me;
  shmem_double_put(from_left, &value, 1, next);
  shmem_double_p(&from_left_global, 200.0 + me, next);
  shmem_barrier_all();
  const bool right = *from_left == 100 + before && from_left_global == 200 + before;
  if (right) std::printf("consumer: PE %d of %d received %g\n", me, n, *from_left);
  shmem_free(from_left);
  shmem_finalize();
  return right ? 0 : 1;
}
