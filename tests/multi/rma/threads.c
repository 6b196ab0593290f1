/* SHMEM_THREAD_MULTIPLE: several threads of each PE transfer at once, each to its own places. */
#include <pthread.h>

#include "expect.h"
#include "pattern.h"
#include "start.h"

enum { n_threads = 4, count = 500, rounds = 20, max_pes = 16 };

static uint64_t place[max_pes][n_threads][count];
static int me, n;

static void* work(void* argument) {
  const int thread = *(const int*)argument;
  uint64_t mine[count];
  for (uint64_t round = 0; round < rounds; ++round) {
    for (int pe = 0; pe < n; ++pe) {
      for (size_t i = 0; i < count; ++i) mine[i] = pattern(round, me, pe, i) + (uint64_t)thread;
      shmem_uint64_put(place[me][thread], mine, count - 1, pe);
      shmem_uint64_p(&place[me][thread][count - 1], mine[count - 1], pe);
      shmem_quiet();
      uint64_t back[count];
      shmem_uint64_get(back, place[me][thread], count, pe);
      EXPECT_SAME(back, mine, sizeof mine);
    }
  }
  return NULL;
}

int main(void) {
  start_with(SHMEM_THREAD_MULTIPLE);
  me = shmem_my_pe();
  n = shmem_n_pes();
  pthread_t threads[n_threads];
  int numbers[n_threads];
  for (int i = 0; i < n_threads; ++i) {
    numbers[i] = i;
    EXPECT_EQ(pthread_create(&threads[i], NULL, work, &numbers[i]), 0);
  }
  for (int i = 0; i < n_threads; ++i) pthread_join(threads[i], NULL);
  shmem_barrier_all();
  for (int from = 0; from < n; ++from)
    for (int thread = 0; thread < n_threads; ++thread)
      for (size_t i = 0; i < count; ++i)
        EXPECT_EQ(place[from][thread][i], pattern(rounds - 1, from, me, i) + (uint64_t)thread);
  shmem_finalize();
  return 0;
}
