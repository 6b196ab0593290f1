/* Small puts and atomics that travel together (docs/life-of-a-put.md): every one arrives once, in the order that fences
 * and signals ask for, also beside large puts and from several threads, and none is stuck while its PE computes. */
#include <pthread.h>
#include <shmem.h>
#include <time.h>

#include "expect.h"

enum { words = 2000, large = 4096, threads = 3, each = 3000 };

static long small[words], block[large], flag, ready, word, sum, latest[threads], before_signal[50];
static uint64_t signalled;
static unsigned char bytes[64 * 65];
static long* heap;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Small ones, fence, a large one, fence, a flag: whoever sees the flag sees all. */
static void order(int me, int to) {
  static long source[large];
  for (long round = 1; round <= 30; ++round) {
    for (int i = 0; i < words; ++i) shmem_long_p(&heap[i], round * words + i, to);
    for (int i = 0; i < words; i += 7) shmem_long_put_nbi(&small[i], &round, 1, to);
    shmem_fence();
    for (int i = 0; i < large; ++i) source[i] = round + i;
    shmem_long_put(block, source, large, to);
    shmem_fence();
    shmem_long_p(&flag, round, to);
    shmem_long_wait_until(&flag, SHMEM_CMP_GE, round);
    for (int i = 0; i < words; ++i) EXPECT_EQ(heap[i], round * words + i);
    for (int i = 0; i < words; i += 7) EXPECT_EQ(small[i], round);
    for (int i = 0; i < large; ++i) EXPECT_EQ(block[i], round + i);
    EXPECT_EQ(shmem_long_g(&heap[1], me), round * words + 1);
    shmem_barrier_all();
  }
}

/* A signal follows the data of its own call and what a fence ordered before. */
static void signals(int to) {
  for (uint64_t round = 1; round <= 100; ++round) {
    const long value = (long)round;
    for (int i = 0; i < 49; ++i) shmem_long_p(&before_signal[i], value + i, to);
    shmem_fence();
    shmem_long_put_signal(&before_signal[49], &value, 1, &signalled, round, SHMEM_SIGNAL_SET, to);
    shmem_signal_wait_until(&signalled, SHMEM_CMP_GE, round);
    for (int i = 0; i < 49; ++i) EXPECT_EQ(before_signal[i], value + i);
    EXPECT_EQ(before_signal[49], value);
    shmem_barrier_all();
  }
}

/* A PE reads what it wrote, without a quiet between. */
static void read_back(int to) {
  for (long round = 1; round <= 100; ++round) {
    for (int i = 0; i < 20; ++i) shmem_long_p(&heap[i], round + i, to);
    EXPECT_EQ(shmem_long_g(&heap[19], to), round + 19);
    for (int i = 0; i < 20; ++i) shmem_long_p(&heap[i], round - i, to);
    long seen[20];
    shmem_long_get(seen, heap, 20, to);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(seen[i], round - i);
  }
  shmem_barrier_all();
}

/* The same of blocks: one, and two that are too far apart to be read at once. */
static void read_blocks_back(int to) {
  enum { apart = 1000 };
  for (long round = 1; round <= 300; ++round) {
    long source[8], seen[8] = {0};
    for (int i = 0; i < 8; ++i) source[i] = round + i;
    shmem_long_iput(heap, source, 2, 1, 8, to);
    shmem_long_ibget(seen, heap, 1, 1, 8, 1, to);
    for (int i = 0; i < 8; i += 2) EXPECT_EQ(seen[i], round + i / 2);
    shmem_long_iput(heap, source, apart, 1, 2, to);
    shmem_long_iget(seen, heap, 1, apart, 2, to);
    for (int i = 0; i < 2; ++i) EXPECT_EQ(seen[i], round + i);
    shmem_long_iput(heap, source, 2, 1, 2, to);
    shmem_long_iget(&seen[7], &heap[2], 1, 1, 1, to);
    EXPECT_EQ(seen[7], round + 1);
  }
  shmem_barrier_all();
}

static void one_word(int to) {
  for (long round = 1; round <= 200; ++round) {
    shmem_long_p(&heap[0], 1, to); /* so that the rest finds something under way */
    shmem_long_p(&word, round, to);
    shmem_fence();
    shmem_long_atomic_add(&word, 5, to);
    shmem_ulong_atomic_xor((unsigned long*)&word, 3, to);
    shmem_fence();
    EXPECT_EQ(shmem_long_atomic_fetch_add(&word, 1, to), (round + 5) ^ 3);
    shmem_quiet();
    EXPECT_EQ(shmem_long_g(&word, to), ((round + 5) ^ 3) + 1);
  }
  shmem_barrier_all();
}

/* Every length, at every alignment, without harm to the neighbours. */
static void lengths(int to) {
  unsigned char source[64];
  for (int i = 0; i < 64; ++i) source[i] = (unsigned char)(i + 1);
  for (int n = 1; n <= 63; ++n) shmem_putmem(&bytes[n * 65], source, (size_t)n, to);
  shmem_barrier_all();
  for (int n = 1; n <= 63; ++n)
    for (int i = 0; i < 65 && n * 65 + i < (int)sizeof bytes; ++i) EXPECT_EQ(bytes[n * 65 + i], i < n ? i + 1 : 0);
}

/* This PE calls nothing while it looks for the answer. */
static void computing(int me, int to) {
  for (long round = 1; round <= 20; ++round) {
    if (me % 2 == 0) {
      for (int i = 0; i < 5; ++i) shmem_long_p(&ready, round * 10 + i, to);
      const double limit = seconds() + 60;
      while (__atomic_load_n(&flag, __ATOMIC_ACQUIRE) < 1000 + round) EXPECT(seconds() < limit);
    } else {
      shmem_long_wait_until(&ready, SHMEM_CMP_GE, round * 10 + 4);
      shmem_long_p(&flag, 1000 + round, to);
      shmem_quiet();
    }
  }
  shmem_barrier_all();
}

static int other;
static long known = 42;

static void* put_many(void* number) {
  const int mine = (int)(intptr_t)number;
  for (long i = 1; i <= each; ++i) {
    shmem_long_p(&latest[mine], i, other);
    shmem_long_atomic_inc(&sum, other);
    if (i % 700 == 0) shmem_fence();
    if (i % 1000 == 0) shmem_quiet();
    if (i % 10 == 0) { /* a read that may travel with what other threads write */
      long seen = -1;
      shmem_long_iget(&seen, &known, 1, 1, 1, other);
      EXPECT_EQ(seen, known);
    }
  }
  shmem_quiet();
  return NULL;
}

int main(void) {
  int provided = 0;
  shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
  const int me = shmem_my_pe(), n = shmem_n_pes(), to = (me + n / 2) % n; /* on the other node */
  EXPECT(n % 2 == 0);
  heap = shmem_calloc(words, sizeof *heap);
  other = to;
  order(me, to);
  signals(to);
  one_word(to);
  read_back(to);
  read_blocks_back(to);
  lengths(to);
  if (n == 2) computing(me, to);
  pthread_t running[threads];
  for (intptr_t i = 0; i < threads; ++i) EXPECT_EQ(pthread_create(&running[i], NULL, put_many, (void*)i), 0);
  for (int i = 0; i < threads; ++i) pthread_join(running[i], NULL);
  shmem_barrier_all();
  for (int i = 0; i < threads; ++i) EXPECT_EQ(latest[i], each);
  EXPECT_EQ(sum, threads * each);
  shmem_finalize();
  return 0;
}
