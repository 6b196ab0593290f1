/* Calls all of GASNet's tools. It is built as C and as C++, for one thread and for several, and in debug mode. */
#include <sys/wait.h>
#include <unistd.h>

#include "expect.h"

#if GASNETT_THREAD_SAFE
#include <pthread.h>
#endif

int failures = 0;

struct Ending run_child(void (*function)(void)) {
  static char said[4096];
  struct Ending ending = {0, said};
  int pipe_ends[2];
  int status = 0;
  size_t length = 0;
  ssize_t got;
  pid_t child;
  memset(said, 0, sizeof said);
  if (pipe(pipe_ends) != 0) exit(1);
  fflush(NULL);
  child = fork();
  if (child == 0) {
    dup2(pipe_ends[1], STDERR_FILENO);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    failures = 0;
    function();
    _exit(failures ? 99 : 0);
  }
  close(pipe_ends[1]);
  while ((got = read(pipe_ends[0], said + length, sizeof said - 1 - length)) > 0) length += (size_t)got;
  close(pipe_ends[0]);
  waitpid(child, &status, 0);
  ending.status = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  return ending;
}

void expect_fatal(const char* where, int line, void (*function)(void), const char* text) {
  struct Ending ending = run_child(function);
  if (ending.status == -6 && strstr(ending.said, text)) return;
  ++failures;
  fprintf(stderr, "%s:%d: the process ended with %d and said '%s', expected -6 and '%s'\n", where, line, ending.status,
          ending.said, text);
}

#if GASNETT_THREAD_SAFE
struct Start {
  void (*function)(int);
  int number;
};
static void* start(void* argument) {
  struct Start* mine = (struct Start*)argument;
  mine->function(mine->number);
  return NULL;
}
void run_threads(int count, void (*function)(int)) {
  pthread_t threads[8];
  struct Start starts[8];
  int i;
  for (i = 0; i < count; ++i) {
    starts[i].function = function;
    starts[i].number = i;
    if (pthread_create(&threads[i], NULL, start, &starts[i]) != 0) exit(1);
  }
  for (i = 0; i < count; ++i) pthread_join(threads[i], NULL);
}
#else
void run_threads(int count, void (*function)(int)) {
  int i;
  for (i = 0; i < count; ++i) function(i);
}
#endif

int main(void) {
  test_annotations();
  test_atomics();
  test_bytes();
  test_environment();
  test_errors();
  test_heap();
  test_lite();
  test_locks();
  test_platform();
  test_system();
  test_thread_keys();
  test_timers();
  test_tracing();
  if (failures) fprintf(stderr, "%d checks failed\n", failures);
  return failures != 0;
}
