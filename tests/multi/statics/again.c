/* Static data in a second job of the same processes, in which it cannot be moved because the program has got another
 * thread: it stays in the file that the node's PEs shared in the first one. */
#include <pthread.h>
#include <unistd.h>

#include "program.h"

static long from_before, count;

static void* sleep_on(void* unused) {
  for (;;) pause();
  return unused;
}

static void look(long round) {
  begin();
  from_before = count = 0;
  shmem_barrier_all();
  shmem_long_p(&from_before, 100 * round + me + 1, (me + 1) % n);
  for (int pe = 0; pe < n; ++pe) shmem_long_atomic_add(&count, 1, pe);
  shmem_barrier_all();
  EXPECT_EQ(from_before, 100 * round + (me + n - 1) % n + 1);
  EXPECT_EQ(count, n);
  for (int pe = 0; pe < n; ++pe) EXPECT_EQ(shmem_long_g(&from_before, pe), 100 * round + (pe + n - 1) % n + 1);
  end();
}

int main(void) {
  pthread_t thread;
  look(1);
  EXPECT_EQ(pthread_create(&thread, NULL, sleep_on, NULL), 0);
  look(2);
  look(3);
  return 0;
}
