/* A quiet ends while other threads keep putting, getting and adding on the same context: it waits for what was begun
 * before it, not for ever for what begins meanwhile. */
#include <pthread.h>
#include <shmem.h>

#include "expect.h"

enum { quiets = 20, block = 4096 };

static long value, counter, *area;
static int stop; /* atomic */

static void* put_values(void* unused) {
  for (long i = 1; !__atomic_load_n(&stop, __ATOMIC_ACQUIRE); ++i) shmem_long_p(&value, i, 1);
  return unused;
}

static void* put_blocks(void* unused) {
  static long mine[block];
  while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) shmem_long_put_nbi(area, mine, block, 1);
  return unused;
}

static void* add(void* unused) {
  while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) shmem_long_atomic_add(&counter, 1, 1);
  return unused;
}

int main(void) {
  int level = 0;
  EXPECT_EQ(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level), 0);
  area = shmem_calloc(block, sizeof(long));
  if (shmem_my_pe() == 0) {
    void* (*const work[])(void*) = {put_values, put_blocks, add};
    pthread_t threads[3];
    for (int i = 0; i < 3; ++i) EXPECT_EQ(pthread_create(&threads[i], NULL, work[i], NULL), 0);
    for (int i = 0; i < quiets; ++i) shmem_quiet();
    __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(pthread_join(threads[i], NULL), 0);
  }
  shmem_barrier_all();
  shmem_free(area);
  shmem_finalize();
  return 0;
}
