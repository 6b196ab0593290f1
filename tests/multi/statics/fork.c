/* A fork child has its own copy of the static variables as of the fork: neither side sees what the other, or a peer,
 * changes later. */
#include <sys/wait.h>
#include <unistd.h>

#include "expect.h"

static int variable = 1;
static int large[1 << 16] = {7};
static char sparse[32 << 20];

/* Checks in a child, which must not end the job: the exit status says which check failed. */
#define CHILD_EXPECT(condition)                   \
  do {                                            \
    if (!(condition)) _exit(__LINE__ % 200 + 10); \
  } while (0)

static int wait_for(pid_t child) {
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void tell(int fd) { EXPECT_EQ(write(fd, "x", 1), 1); }

static void hear(int fd) {
  char byte;
  if (read(fd, &byte, 1) != 1) _exit(9);
}

/* Before initialisation there are no peers, but the memory is already shared. */
static void check_before_init(void) {
  const pid_t child = fork();
  if (child == 0) {
    variable = 99;
    _exit(variable == 99 ? 0 : 1);
  }
  EXPECT_EQ(wait_for(child), 0);
  EXPECT_EQ(variable, 1);
}

static void check_child(int round, int me, int n) {
  int go[2], gone[2];
  EXPECT(pipe(go) == 0 && pipe(gone) == 0);
  variable = 10 + me;
  large[65535] = me;
  sparse[16 << 20] = 3;
  shmem_barrier_all();
  const pid_t child = fork();
  EXPECT(child >= 0);
  if (child == 0) {
    CHILD_EXPECT(variable == 10 + me && large[0] == 7 && large[65535] == me);
    CHILD_EXPECT(sparse[16 << 20] == 3 && sparse[8 << 20] == 0);
    variable = -1;
    large[0] = -1;
    sparse[16 << 20] = -1;
    tell(gone[1]);
    hear(go[0]); /* by now parent and peers have changed their variables */
    CHILD_EXPECT(variable == -1 && large[0] == -1 && large[65535] == me && sparse[round] == 0);
    const pid_t grandchild = fork();
    if (grandchild == 0) {
      CHILD_EXPECT(variable == -1);
      variable = -2;
      _exit(0);
    }
    int status = -1;
    CHILD_EXPECT(waitpid(grandchild, &status, 0) == grandchild && status == 0 && variable == -1);
    _exit(0);
  }
  hear(gone[0]);
  EXPECT_EQ(variable, 10 + me);
  EXPECT_EQ(large[0], 7);
  EXPECT_EQ(sparse[16 << 20], 3);
  shmem_barrier_all();
  EXPECT_EQ(shmem_int_g(&variable, (me + 1) % n), 10 + (me + 1) % n);
  shmem_barrier_all();
  shmem_int_p(&variable, 1000 + me, (me + 1) % n);
  shmem_int_p(&large[65535], 1000 + me, (me + 1) % n);
  sparse[round] = 1;
  shmem_barrier_all();
  tell(go[1]);
  EXPECT_EQ(wait_for(child), 0);
  EXPECT_EQ(variable, 1000 + (me + n - 1) % n);
  close(go[0]), close(go[1]), close(gone[0]), close(gone[1]);
}

int main(void) {
  check_before_init();
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  for (int round = 0; round < 3; ++round) check_child(round, me, n);
  /* The parent's variables are still symmetric. */
  shmem_barrier_all();
  shmem_int_p(&variable, 77 + me, (me + 1) % n);
  shmem_barrier_all();
  EXPECT_EQ(variable, 77 + (me + n - 1) % n);
  shmem_finalize();
  return 0;
}
