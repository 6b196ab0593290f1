/* Mutual exclusion: counters and longer records without atomics, each under one of several locks, on the heap and in
 * static memory. What the holder has put must be there for the next holder without a quiet of the program, since
 * clear_lock includes one. */
#include "program.h"

enum { locks = 5, rounds = 60, words = 8 };

static long static_locks[locks];
static long record[locks][words], counter[locks], other_counter[locks];

static void under(long* lock, int which, int home) {
  long now[words];
  shmem_set_lock(lock);
  shmem_long_get(now, record[which], words, home);
  for (int k = 1; k < words; ++k) EXPECT_EQ(now[k], now[0] + k);
  for (int k = 0; k < words; ++k) ++now[k];
  shmem_long_put_nbi(record[which], now, words, home);
  const long count = shmem_long_g(&counter[which], home);
  shmem_long_p(&counter[which], count + 1, home);
  shmem_long_iput(&other_counter[which], &count, 1, 1, 1, (home + 1) % n); /* trails by one, on another PE */
  if (count > 0) {
    shmem_quiet();
    EXPECT_EQ(shmem_long_g(&other_counter[which], (home + 1) % n), count);
  }
  shmem_clear_lock(lock);
}

static void all(long* lock) {
  for (int which = 0; which < locks; ++which) {
    counter[which] = other_counter[which] = 0;
    for (int k = 0; k < words; ++k) record[which][k] = k;
  }
  shmem_barrier_all();
  for (int i = 0; i < rounds; ++i) {
    const int which = (int)(pattern(3, me, 0, (size_t)i) % locks);
    under(&lock[which], which, which % n);
    if (i % 10 == 0) under(&lock[0], 0, 0);
  }
  shmem_barrier_all();
  for (int which = 0; which < locks; ++which) {
    if (which % n != me) continue;
    long expected = 0;
    for (int pe = 0; pe < n; ++pe)
      for (int i = 0; i < rounds; ++i) {
        expected += (int)(pattern(3, pe, 0, (size_t)i) % locks) == which;
        expected += i % 10 == 0 && which == 0;
      }
    EXPECT_EQ(counter[which], expected);
    EXPECT_EQ(record[which][0], expected);
  }
  shmem_barrier_all();
}

int main(void) {
  begin();
  long* heap = shmem_calloc(locks, sizeof *heap);
  all(heap);
  all(static_locks);
  all(heap);
  /* Two locks at once, always taken in the same order. */
  for (int i = 0; i < 50; ++i) {
    shmem_set_lock(&heap[1]);
    shmem_set_lock(&static_locks[2]);
    shmem_clear_lock(i % 2 ? &heap[1] : &static_locks[2]);
    shmem_clear_lock(i % 2 ? &static_locks[2] : &heap[1]);
  }
  shmem_free(heap);
  return end();
}
