/* Contexts from several threads (POSIX): each thread keeps making, using and destroying private and shared contexts,
 * and all use one that the main thread made. Queries that need no order are made by all of them, too. */
#include <pthread.h>

#include "program.h"

enum { threads = 4, rounds = 150 };

static long counter, own[threads];
static shmem_ctx_t everybodys;

static void* work(void* argument) {
  const int thread = *(const int*)argument;
  for (int i = 0; i < some_of(rounds); ++i) {
    shmem_ctx_t mine[5];
    for (int k = 0; k < 5; ++k) EXPECT_EQ(shmem_ctx_create(k % 2 ? SHMEM_CTX_PRIVATE : 0, &mine[k]), 0);
    for (int k = 0; k < 5; ++k) {
      shmem_ctx_long_atomic_inc(mine[k], &own[thread], (me + k) % n);
      shmem_team_t team;
      EXPECT_EQ(shmem_ctx_get_team(mine[k], &team), 0);
      EXPECT(team == SHMEM_TEAM_WORLD);
    }
    shmem_ctx_long_atomic_add(everybodys, &counter, 2, 0);
    shmem_ctx_quiet(everybodys);
    for (int k = 4; k >= 0; --k) shmem_ctx_destroy(mine[k]);
    int level = -1, initialized = 0;
    shmem_query_thread(&level);
    shmem_query_initialized(&initialized);
    EXPECT(level == SHMEM_THREAD_MULTIPLE && initialized);
    EXPECT(shmem_my_pe() == me && shmem_n_pes() == n && shmem_team_my_pe(SHMEM_TEAM_WORLD) == me);
    EXPECT(shmem_ptr(&counter, me) == (void*)&counter && shmem_addr_accessible(&counter, 0) &&
           shmem_pe_accessible(n - 1));
  }
  return NULL;
}

int main(void) {
  begin_with(SHMEM_THREAD_MULTIPLE);
  EXPECT_EQ(shmem_ctx_create(0, &everybodys), 0);
  pthread_t started[threads];
  int numbers[threads];
  for (int t = 0; t < threads; ++t) {
    numbers[t] = t;
    EXPECT_EQ(pthread_create(&started[t], NULL, work, &numbers[t]), 0);
  }
  for (int t = 0; t < threads; ++t) EXPECT_EQ(pthread_join(started[t], NULL), 0);
  shmem_ctx_destroy(everybodys);
  shmem_barrier_all();
  if (me == 0) EXPECT_EQ(counter, 2L * n * threads * some_of(rounds));
  for (int t = 0; t < threads; ++t) {
    long expected = 0;
    for (int pe = 0; pe < n; ++pe)
      for (int k = 0; k < 5; ++k) expected += (pe + k) % n == me ? some_of(rounds) : 0;
    EXPECT_EQ(own[t], expected);
  }
  return end();
}
