/* More messages from several PEs at once than the receive buffers of their target hold: it is stopped while they are sent, and
 * a child of it continues it. All messages arrive in the end, although those that found no buffer waited, and nothing more is
 * sent that would make the target look for them. */
#include <shmem.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "expect.h"

enum { max_pes = 16, words = 500, messages = 100 };

static long received[max_pes][2 * words]; /* by source */

static void nap(long milliseconds) {
  nanosleep(&(struct timespec){.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000}, NULL);
}

/* Stops this PE, with its threads, for so long. */
static void stop(long milliseconds) {
  const pid_t me = getpid(), child = fork();
  if (child == 0) {
    nap(milliseconds);
    kill(me, SIGCONT);
    _exit(0);
  }
  raise(SIGSTOP);
  waitpid(child, NULL, 0);
}

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  EXPECT(n <= max_pes);
  for (int round = 0; round < 5; ++round) {
    long sent[words];
    shmem_long_p(&received[me][1], round, 0); /* opens the connection while the target runs */
    shmem_barrier_all();
    if (me == 0) {
      stop(300);
    } else {
      nap(100);
      for (int i = 0; i < messages; ++i) {
        for (int j = 0; j < words; ++j) sent[j] = me + 100L * j + 100000L * i + 10000000L * round;
        shmem_long_iput(received[me], sent, 2, 1, words, 0);
      }
      shmem_quiet();
    }
    shmem_barrier_all();
    for (int pe = 1; me == 0 && pe < n; ++pe)
      for (int j = 0; j < words; ++j)
        EXPECT_EQ(received[pe][2 * j], pe + 100L * j + 100000L * (messages - 1) + 10000000L * round);
  }
  shmem_finalize();
  return 0;
}
