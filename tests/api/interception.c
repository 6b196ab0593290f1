/* A program that is its own profiling tool: it defines shmem_int_put, which counts and passes the call on to
 * pshmem_int_put. The type-generic shmem_put of an int must go through it; other types and the library's own
 * collectives must not. C11 and, by interception.cpp, C++. */
#include <pshmem.h>
#include <stdio.h>

static int counted;

#ifdef __cplusplus
extern "C"
#endif
void shmem_int_put(int *dest, const int *source, size_t nelems, int pe) {
  ++counted;
  pshmem_int_put(dest, source, nelems, pe);
}

static int expect(const char *what, int got, int wanted) {
  if (got != wanted) fprintf(stderr, "interception: %s: %d and not %d\n", what, got, wanted);
  return got != wanted;
}

int main(void) {
  static int ints[2], all[16];
  static long longs[2];
  int wrong = 0;
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  const int right = (me + 1) % n, left = (me + n - 1) % n;

  const int mine[2] = {me + 1, me + 2};
  shmem_int_put(ints, mine, 1, right);
  wrong += expect("calls after shmem_int_put", counted, 1);
  shmem_put(ints + 1, mine + 1, 1, right);
  wrong += expect("calls after shmem_put of int", counted, 2);
  shmem_put(SHMEM_CTX_DEFAULT, ints + 1, mine + 1, 1, right);
  wrong += expect("calls after shmem_put of int with a context", counted, 2);
  const long other[2] = {me + 3, me + 4};
  shmem_put(longs, other, 2, right);
  pshmem_int_put(ints, mine, 2, right);
  shmem_barrier_all();
  shmem_int_fcollect(SHMEM_TEAM_WORLD, all, ints, 2);
  wrong += expect("calls at the end", counted, 2);

  wrong += expect("first int", ints[0], left + 1) + expect("second int", ints[1], left + 2);
  wrong += expect("last long", (int)longs[1], left + 4) + expect("collected", all[2 * me], left + 1);
  shmem_barrier_all();
  shmem_finalize();
  return wrong != 0;
}
