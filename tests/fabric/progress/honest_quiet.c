/* Quiet must not return before the data is there: the target is stopped together with its progress thread, and while it
 * is, nothing that was put to it can be complete. A child of the target continues it after a while. */
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "expect.h"

enum { words = 40000 };

static long small, stopped, sum;
static long large[words];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Stops this PE by SIGSTOP, until a child process continues it after that many microseconds. */
static void stop_for(useconds_t microseconds) {
  const pid_t me = getpid();
  const pid_t child = fork();
  if (child == 0) {
    usleep(microseconds);
    kill(me, SIGCONT);
    _exit(0);
  }
  raise(SIGSTOP);
  waitpid(child, NULL, 0);
}

static void put_small(int pe) { shmem_long_p(&small, 5, pe); }
static void put_large(int pe) {
  static long from[words];
  for (int i = 0; i < words; ++i) from[i] = i;
  shmem_long_put_nbi(large, from, words, pe);
}
static void add(int pe) { shmem_long_atomic_add(&sum, 9, pe); }

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), last = shmem_n_pes() - 1;
  void (*const operations[])(int) = {put_small, put_large, add};
  for (int i = 0; i < 3; ++i) {
    shmem_long_p(&small, 1, last); /* opens the connection before anything is timed */
    shmem_barrier_all();
    if (me == last) {
      shmem_long_p(&stopped, i + 1, 0);
      shmem_quiet();
      stop_for(900000);
    } else if (me == 0) {
      shmem_long_wait_until(&stopped, SHMEM_CMP_EQ, i + 1);
      usleep(300000); /* it has stopped by now, for half a second at least */
      const double start = now();
      operations[i](last);
      shmem_quiet();
      EXPECT(now() - start > 0.3);
    }
    shmem_barrier_all();
  }
  if (me == last) EXPECT_EQ(large[words - 1], words - 1);
  if (me == last) EXPECT_EQ(sum, 9);
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
