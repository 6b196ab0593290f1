/* Section 1: shmem_global_exit ends the job, with its output, also while a thread holds the lock of a stream, as one does that
 * waits for input. The driver expects 42 and the line. */
#include <pthread.h>
#include <unistd.h>

#include "program.h"

static void* read_for_ever(void* stream) {
  fgetc(stream);
  return NULL;
}

int main(void) {
  int ends[2];
  pthread_t reader;
  begin_with(SHMEM_THREAD_FUNNELED);
  EXPECT_EQ(pipe(ends), 0);
  EXPECT_EQ(pthread_create(&reader, NULL, read_for_ever, fdopen(ends[0], "r")), 0);
  usleep(100000);
  shmem_barrier_all();
  if (me == n - 1) {
    printf("said before the end"); /* no newline: only a flush brings it out */
    shmem_global_exit(42);
  }
  for (;;) pause();
}
