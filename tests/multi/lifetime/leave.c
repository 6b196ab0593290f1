/* shmemx_leave ends each process with status 0 while another thread of it waits in the library, and none before all
 * have called. */
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "program.h"

static long never, processes[max_pes], leaving;

static void* wait_for_ever(void* unused) {
  shmem_long_wait_until(&never, SHMEM_CMP_EQ, 1);
  return unused;
}

/* Whether a process of this machine has not ended, by the letter of its state: the launcher may not have taken note of
 * its end. */
static int is_there(long process) {
  char path[64], text[256] = "";
  snprintf(path, sizeof path, "/proc/%ld/stat", process);
  FILE* file = fopen(path, "r");
  if (!file) return 0;
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  const char* end_of_name = strrchr(text, ')');
  return end_of_name && end_of_name[1] == ' ' && !strchr("ZX", end_of_name[2]);
}

int main(void) {
  begin_with(SHMEM_THREAD_MULTIPLE);
  shmem_long_p(&processes[me], getpid(), 0);
  shmem_barrier_all();
  pthread_t thread;
  EXPECT_EQ(pthread_create(&thread, NULL, wait_for_ever, NULL), 0);
  if (me == 0) {
    shmem_long_wait_until(&leaving, SHMEM_CMP_EQ, n - 1);
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL); /* they would be gone by then */
    for (int pe = 0; pe < n; ++pe) EXPECT(is_there(processes[pe]));
  } else {
    shmem_long_atomic_inc(&leaving, 0);
    shmem_quiet();
  }
  shmemx_leave();
  return 1;
}
