/* Calls on streams in a process without a device are made at once, by each thread: one that waits does not keep another from
 * the call that ends its wait. */
#include <pthread.h>
#include <unistd.h>

#include <shmemx.h>

#include "program.h"

static long word;

static void* await_word(void* none) {
  shmemx_long_wait_until_on_stream(&word, SHMEM_CMP_EQ, 5, NULL);
  return none;
}

int main(void) {
  pthread_t waiter;
  begin_with(SHMEM_THREAD_MULTIPLE);
  EXPECT_EQ(pthread_create(&waiter, NULL, await_word, NULL), 0);
  usleep(50000); /* the other thread is in its wait by now; if it is not, the test shows less */
  shmemx_long_p_on_stream(&word, 5, (me + 1) % n, NULL);
  EXPECT_EQ(pthread_join(waiter, NULL), 0);
  shmem_barrier_all();
  return end();
}
