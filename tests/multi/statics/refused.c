/* One PE with a fork child that writes a static variable; prints how the child ended and what the parent sees. */
#include <shmem.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int variable = 1;

int main(void) {
  shmem_init();
  const pid_t child = fork();
  if (child == 0) {
    variable = 2;
    _exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  printf("child %d, variable %d\n", WEXITSTATUS(status), variable);
  shmem_finalize();
  return 0;
}
