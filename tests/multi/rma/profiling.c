/* A tool defines shmem_x and forwards to pshmem_x: the program's calls must go through the tool, and the library's
 * internal ones must not. */
#include <pshmem.h>

#include "expect.h"

static int puts_seen, barriers_seen;

void shmem_int_p(int* dest, int value, int pe) {
  ++puts_seen;
  pshmem_int_p(dest, value + 100, pe);
}

void shmem_barrier_all(void) {
  ++barriers_seen;
  pshmem_barrier_all();
}

static int mailbox = -1;

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  shmem_int_p(&mailbox, me, (me + 1) % n);
  shmem_barrier_all();
  EXPECT_EQ(mailbox, 100 + (me + n - 1) % n);
  EXPECT_EQ(pshmem_int_g(&mailbox, me), mailbox);
  EXPECT_EQ(pshmem_my_pe(), me);
  EXPECT_EQ(pshmem_n_pes(), n);
  void* p = pshmem_malloc(16); /* its barrier is the library's own */
  EXPECT(p != NULL);
  pshmem_free(p);
  EXPECT_EQ(puts_seen, 1);
  EXPECT_EQ(barriers_seen, 1);
  pshmem_finalize();
  return 0;
}
