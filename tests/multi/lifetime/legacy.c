/* Names of before 1.2, and start_pes, which finalizes when the program ends. */
#include <shmemx.h>

#include "expect.h"

static int mailbox = -1;
static long arrivals;

/* Runs after what start_pes registered, that is after finalisation. */
static void at_the_end(void) {
  int initialized = -1;
  shmem_query_initialized(&initialized);
  if (initialized) {
    fprintf(stderr, "start_pes did not finalize at exit\n");
    _Exit(1);
  }
}

int main(void) {
  atexit(at_the_end);
  start_pes(0);
  start_pes(4); /* again has no effect */
  const int me = _my_pe(), n = _num_pes();
  EXPECT_EQ(me, shmem_my_pe());
  EXPECT_EQ(n, shmem_n_pes());
  int* p = shmalloc(1000);
  EXPECT(p != NULL);
  p[0] = 4711;
  p = shrealloc(p, 100000);
  EXPECT(p != NULL);
  EXPECT_EQ(p[0], 4711);
  shfree(p);
  p = shmemalign(4096, 10);
  EXPECT_EQ((uintptr_t)p % 4096, 0);
  shfree(p);
  shmem_int_p(&mailbox, me, (me + 1) % n);
  shmem_barrier_all();
  EXPECT_EQ(mailbox, (me + n - 1) % n);
  EXPECT_EQ(_SHMEM_MAJOR_VERSION, SHMEM_MAJOR_VERSION);
  arrivals = 3;
  shmem_long_wait_until(&arrivals, _SHMEM_CMP_GT, 2);
  return 0; /* and no shmem_finalize */
}
