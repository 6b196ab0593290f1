/* A program that forks before shmem_init, whose child is the PE: its static data is symmetric. */
#include <shmem.h>
#include <sys/wait.h>
#include <unistd.h>

#include "expect.h"

static long initialised = 7, zero, touched;
static long large[1 << 16];

static int child(void) {
  EXPECT(touched == 3 && initialised == 7);
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes(), next = (me + 1) % n, before = (me + n - 1) % n;
  EXPECT(touched == 3 && initialised == 7 && zero == 0);
  shmem_barrier_all();
  shmem_long_p(&zero, me + 1, next);
  shmem_long_p(&initialised, -me, next);
  shmem_long_p(&large[40000], me + 5, next);
  shmem_barrier_all();
  EXPECT(zero == before + 1 && initialised == -before && large[40000] == before + 5 && touched == 3);
  const pid_t once_more = fork();
  if (once_more == 0) {
    zero = -1; /* its own copy */
    _exit(large[40000] == before + 5 ? 0 : 1);
  }
  int status = 1;
  EXPECT(waitpid(once_more, &status, 0) == once_more && status == 0);
  EXPECT(zero == before + 1);
  shmem_finalize();
  return 0;
}

int main(void) {
  touched = 3;
  const pid_t pid = fork();
  if (pid == 0) _exit(child());
  touched = 4; /* the parent's copy */
  int status = 1;
  EXPECT(waitpid(pid, &status, 0) == pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
