/* Quiet must not return before the data is there: the target is stopped together with its progress thread, and while it
 * is, nothing that was put to it can be complete. A child of the target continues it some time after PE 0 has asked for
 * that. */
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "expect.h"
#include "stopped.h"

enum { words = 40000 };

static long small, sum;
static long large[words];
static long target, waker; /* process ids, on PE 0: the last PE, and its child */

static void nap(long milliseconds) {
  nanosleep(&(struct timespec){.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000}, NULL);
}

/* Stops this PE by SIGSTOP. A child process continues it 300 ms after a SIGUSR1 from PE 0. */
static void stop(void) {
  const pid_t me = getpid();
  sigset_t asked, before;
  sigemptyset(&asked);
  sigaddset(&asked, SIGUSR1);
  sigprocmask(SIG_BLOCK, &asked, &before);
  const pid_t child = fork();
  if (child == 0) {
    sigtimedwait(&asked, NULL, &(struct timespec){.tv_sec = 60});
    nap(300);
    kill(me, SIGCONT);
    _exit(0);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  shmem_long_p(&target, me, 0);
  shmem_quiet();
  shmem_long_p(&waker, child, 0);
  shmem_quiet();
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
    shmem_long_p(&small, 1, last); /* opens the connection while the target runs */
    waker = 0;
    shmem_barrier_all();
    if (me == last) {
      stop();
    } else if (me == 0) {
      shmem_long_wait_until(&waker, SHMEM_CMP_NE, 0);
      while (!is_stopped(target)) nap(1);
      kill((pid_t)waker, SIGUSR1);
      operations[i](last);
      shmem_quiet();
      EXPECT(!is_stopped(target));
    }
    shmem_barrier_all();
  }
  if (me == last) EXPECT_EQ(large[words - 1], words - 1);
  if (me == last) EXPECT_EQ(sum, 9);
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
