/* Uncertain point 8, as decided: pe_quiet covers non-blocking atomics, takes a PE several times, and does nothing on
 * SHMEM_CTX_INVALID. */
#include "program.h"

static long counter;

int main(void) {
  begin();
  const int next = (me + 1) % n, list[] = {next, me, next, next, me};
  long old = -1;
  shmem_long_atomic_fetch_inc_nbi(&old, &counter, next);
  shmem_pe_quiet(list, 5);
  EXPECT_EQ(old, 0);
  shmem_barrier_all();
  shmem_long_atomic_fetch_add_nbi(&old, &counter, 4, next);
  shmem_ctx_pe_quiet(SHMEM_CTX_DEFAULT, list, 1);
  EXPECT_EQ(old, 1);
  shmem_ctx_pe_quiet(SHMEM_CTX_INVALID, list, 5);
  shmem_ctx_pe_quiet(SHMEM_CTX_INVALID, NULL, 0);
  shmem_barrier_all();
  EXPECT_EQ(counter, 5);
  return end();
}
