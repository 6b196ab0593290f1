/* Threads that put at the same time, more one after the other than at once: 8 waves of 4 threads, 50 puts of each. */
#include <pthread.h>
#include <shmem.h>

enum { kWaves = 8, kThreads = 4, kPuts = 50 };
static char landing[4096];

static void* work(void* unused) {
  char source[4096] = {0};
  for (int i = 0; i < kPuts; ++i) shmem_putmem(landing, source, i % 2 ? 2048 : 8, 0);
  return unused;
}

int main(void) {
  int provided;
  shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
  if (provided != SHMEM_THREAD_MULTIPLE) shmem_global_exit(1);
  for (int wave = 0; wave < kWaves; ++wave) {
    pthread_t threads[kThreads];
    for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  }
  shmem_finalize();
  return 0;
}
