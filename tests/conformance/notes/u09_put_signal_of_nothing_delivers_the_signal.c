/* Uncertain point 9, as decided: with nelems 0, and null pointers, the signal is still sent. */
#include "program.h"

static uint64_t word;

int main(void) {
  begin();
  const int next = (me + 1) % n;
  shmem_int_put_signal(NULL, NULL, 0, &word, 3, SHMEM_SIGNAL_SET, next);
  EXPECT_EQ(shmem_signal_wait_until(&word, SHMEM_CMP_EQ, 3), 3);
  shmem_barrier_all();
  shmem_putmem_signal_nbi(NULL, NULL, 0, &word, 4, SHMEM_SIGNAL_ADD, next);
  EXPECT_EQ(shmem_signal_wait_until(&word, SHMEM_CMP_NE, 3), 7);
  shmem_barrier_all();
  shmem_ctx_put128_signal(SHMEM_CTX_DEFAULT, NULL, NULL, 0, &word, 1, SHMEM_SIGNAL_ADD, next);
  EXPECT_EQ(shmem_signal_wait_until(&word, SHMEM_CMP_GE, 8), 8);
  return end();
}
