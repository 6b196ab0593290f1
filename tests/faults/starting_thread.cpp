// Starts a program from a thread that ends while the program runs: "starting_thread PROGRAM ARGUMENT...". Ends as the
// program does.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <thread>

int main(int, char** argv) {
  int ends[2];
  if (pipe(ends) != 0) return 3;
  pid_t child = -1;
  std::thread([&] {
    child = fork();
    if (child == 0) {
      dup2(ends[1], STDERR_FILENO);
      close(ends[0]);
      close(ends[1]);
      execv(argv[1], argv + 1);
      _exit(4);
    }
    close(ends[1]);
    // Waits until the program has joined the job, which is when it calls prctl(PR_SET_PDEATHSIG).
    char byte = 0;
    if (read(ends[0], &byte, 1) != 1) std::puts("the program did not join");
  }).join();
  std::puts("the thread is gone");
  std::fflush(stdout);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 5;
}
