/* Uncertain point 11, as decided: signal_wait_until, and the other waits on the word, are satisfied by signal_set and
 * signal_add as by put_signal. */
#include "program.h"

static uint64_t word, words[2];

int main(void) {
  begin();
  const int next = (me + 1) % n;
  shmem_signal_set(&word, 10, next);
  EXPECT_EQ(shmem_signal_wait_until(&word, SHMEM_CMP_EQ, 10), 10);
  shmem_barrier_all();
  shmem_signal_add(&word, 5, next);
  EXPECT_EQ(shmem_signal_wait_until(&word, SHMEM_CMP_GT, 10), 15);
  shmem_signal_add(&words[1], 1, next);
  shmem_uint64_wait_until(&words[1], SHMEM_CMP_EQ, 1);
  EXPECT_EQ(shmem_uint64_wait_until_any(words, 2, NULL, SHMEM_CMP_NE, 0), 1);
  EXPECT_EQ(shmem_uint64_test(&words[1], SHMEM_CMP_EQ, 1), 1);
  return end();
}
