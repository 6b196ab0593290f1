/* A PE must be able to start other programs, which inherit nothing of the job. */
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "expect.h"
#include "resident.h"

extern char** environ;
static int variable = 5;

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  EXPECT_EQ(WEXITSTATUS(system("exit 3")), 3);
  char script[] = "exit 4", shell[] = "/bin/sh", option[] = "-c";
  char* arguments[] = {shell, option, script, NULL};
  pid_t child = -1;
  EXPECT_EQ(posix_spawn(&child, shell, NULL, NULL, arguments, environ), 0);
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 4);
  /* The descriptors of symmetric memory must not leak into other programs. Those of other files are not ours to close,
     whatever their names: ctest's log is inherited, and its path has our name where the checkout is called isthmus. */
  char bystander[] = "/tmp/isthmus-bystander-XXXXXX";
  EXPECT(mkstemp(bystander) >= 0);
  unlink(bystander);
  FILE* other = popen("ls -l /proc/self/fd | grep -c memfd:isthmus", "r");
  EXPECT(other != NULL);
  int leaked = -1;
  EXPECT_EQ(fscanf(other, "%d", &leaked), 1);
  pclose(other);
  EXPECT_EQ(leaked, 0);
  shmem_int_p(&variable, me, (me + 1) % n);
  shmem_barrier_all();
  EXPECT_EQ(variable, (me + n - 1) % n);
  shmem_finalize();
  return 0;
}
