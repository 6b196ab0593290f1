/* Several threads put to and get from device memory, on the default context and on their own. New threads have no
 * current context of the driver, and threads end while others run. */
#include <pthread.h>

#include "places.h"

enum { crew = 4, block = 30000, rounds = 10 };
static char *memory, *pinned; /* for each PE and thread; for each thread */

static void* work(void* argument) {
  const int t = *(const int*)argument;
  char* sent = malloc(block);
  char* seen = pinned + t * block; /* copies to it are not done when the driver's call returns */
  shmem_ctx_t context = SHMEM_CTX_DEFAULT;
  if (t % 2 != 0) EXPECT_EQ(shmem_ctx_create(SHMEM_CTX_SERIALIZED, &context), 0);
  for (int round = 0; round < rounds; ++round) {
    const int to = (me + round) % n;
    char* there = memory + (size_t)(me * crew + t) * block;
    fill_pattern(sent, block, (uint64_t)(round * crew + t), me, to);
    if (round % 2 == 0)
      shmem_ctx_putmem(context, there, sent, block, to);
    else
      shmem_ctx_putmem_nbi(context, there, sent, block, to);
    shmem_ctx_quiet(context);
    memset(seen, 0, block);
    shmem_ctx_getmem_nbi(context, seen, there, block / 2, to);
    shmem_ctx_getmem(context, seen + block / 2, there + block / 2, block - block / 2, to);
    shmem_ctx_quiet(context);
    EXPECT_SAME(seen, sent, block);
    shmem_ctx_uint64_atomic_inc(context, (uint64_t*)(memory + (size_t)n * crew * block), to);
  }
  if (t % 2 != 0) shmem_ctx_destroy(context);
  free(sent);
  return NULL;
}

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  const size_t bytes = (size_t)n * crew * block;
  memory = shmem_partition_malloc(bytes + 8, device_partition);
  EXPECT(memory != NULL);
  pinned = driver_pin(crew * block);
  const uint64_t zero = 0;
  driver_copy(memory + bytes, &zero, 8);
  shmem_barrier_all();
  for (int generation = 0; generation < 2; ++generation) {
    pthread_t threads[crew];
    int numbers[crew];
    for (int t = 0; t < crew; ++t) {
      numbers[t] = t;
      EXPECT_EQ(pthread_create(&threads[t], NULL, work, &numbers[t]), 0);
    }
    for (int t = 0; t < crew; ++t) EXPECT_EQ(pthread_join(threads[t], NULL), 0);
  }
  shmem_barrier_all();
  uint64_t count = 0, total = 0;
  driver_copy(&count, memory + bytes, 8);
  static uint64_t mine, sum;
  mine = count;
  shmem_uint64_sum_reduce(SHMEM_TEAM_WORLD, &sum, &mine, 1);
  total = sum;
  EXPECT_EQ(total, 2 * crew * rounds * n);
  driver_unpin(pinned);
  shmem_free(memory);
  return end();
}
