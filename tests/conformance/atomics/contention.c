/* All PEs work on the same words at once: no update may be lost or happen twice. The oracles are totals that only
 * atomic updates give, and values that only one PE can have been given. */
#include "program.h"

enum { rounds = 2000 };

static int static_total;
static unsigned char static_taken[max_pes * rounds];

/* Totals of every type that has add, on each PE's copy. */
#define ADDING(NAME, TYPE)                                               \
  static TYPE NAME##_total;                                              \
  static void NAME##_adding(void) {                                      \
    for (int i = 0; i < some_of(200); ++i) {                             \
      shmem_##NAME##_atomic_inc(&NAME##_total, i % n);                   \
      shmem_##NAME##_atomic_add(&NAME##_total, (TYPE)(me + 1), i % n);   \
      shmem_##NAME##_atomic_fetch_add(&NAME##_total, (TYPE)1000, i % n); \
    }                                                                    \
    shmem_barrier_all();                                                 \
    long expected = 0;                                                   \
    for (int pe = 0; pe < n; ++pe)                                       \
      for (int i = 0; i < some_of(200); ++i)                             \
        if (i % n == me) expected += 1 + (pe + 1) + 1000;                \
    EXPECT_EQ(NAME##_total, expected);                                   \
  }
ISTHMUS_SYNC_TYPES(ADDING)

/* Tickets: each number goes to one PE, and each PE gets them in rising order. */
static void tickets(int* total, unsigned char* taken) {
  int last = -1;
  for (int i = 0; i < some_of(rounds); ++i) {
    const int mine = i % 2 ? shmem_int_atomic_fetch_add(total, 1, 0) : shmem_int_atomic_fetch_inc(total, 0);
    EXPECT(mine > last && mine < n * some_of(rounds));
    last = mine;
    shmem_uchar_p(&taken[mine], (unsigned char)(me + 1), 0);
  }
  shmem_barrier_all();
  if (me == 0) {
    EXPECT_EQ(*total, n * some_of(rounds));
    int of_pe[max_pes] = {0};
    for (int i = 0; i < n * some_of(rounds); ++i) {
      EXPECT(taken[i] >= 1 && taken[i] <= n);
      ++of_pe[taken[i] - 1];
    }
    for (int pe = 0; pe < n; ++pe) EXPECT_EQ(of_pe[pe], some_of(rounds));
  }
  shmem_barrier_all();
}

/* A lock by compare_swap around a counter that is not atomic. */
static void lock_by_compare_swap(void) {
  static long holder, counter;
  holder = -1;
  shmem_barrier_all();
  for (int i = 0; i < some_of(100); ++i) {
    while (shmem_long_atomic_compare_swap(&holder, -1, me, 0) != -1) {
    }
    shmem_long_p(&counter, shmem_long_g(&counter, 0) + 1, 0);
    shmem_quiet();
    EXPECT_EQ(shmem_long_atomic_swap(&holder, -1, 0), me);
  }
  shmem_barrier_all();
  if (me == 0) EXPECT_EQ(counter, some_of(100) * n);
}

/* A token that swap passes around: no value is lost or doubled. */
static void tokens_by_swap(void) {
  static unsigned long slot, sum;
  unsigned long mine = 1UL << me;
  for (int i = 0; i < some_of(rounds); ++i) mine = shmem_ulong_atomic_swap(&slot, mine, n - 1);
  shmem_ulong_atomic_add(&sum, mine, 0);
  shmem_barrier_all();
  if (me == 0) EXPECT_EQ(sum + shmem_ulong_atomic_fetch(&slot, n - 1), (1UL << n) - 1);
}

/* Each PE owns a byte of the word and sees only its own changes in it. */
static void masks(void) {
  static uint64_t word;
  const uint64_t own = (uint64_t)0xff << (8 * me);
  for (int i = 0; i < some_of(500); ++i) {
    const uint64_t bits = ((uint64_t)(i % 255 + 1) << (8 * me)) & own;
    EXPECT_EQ(shmem_uint64_atomic_fetch_or(&word, bits, 0) & own, 0);
    EXPECT_EQ(shmem_uint64_atomic_fetch_xor(&word, own, 0) & own, bits);
    EXPECT_EQ(shmem_uint64_atomic_fetch_and(&word, ~own, 0) & own, ~bits & own);
  }
  shmem_barrier_all();
  /* Every PE flips every bit once, after it has set those of its own byte. */
  shmem_uint64_atomic_or(&word, own, 0);
  shmem_barrier_all();
  for (int i = 0; i < 64; ++i) shmem_uint64_atomic_xor(&word, (uint64_t)1 << i, 0);
  shmem_barrier_all();
  shmem_uint64_atomic_and(&word, ~((uint64_t)1 << (8 * me)), 0);
  shmem_barrier_all();
  if (me == 0)
    for (int byte = 0; byte < 8; ++byte) {
      const int set = byte < n, flipped = n % 2;
      EXPECT_EQ(word >> (8 * byte) & 0xff, (set ^ flipped ? 0xff : 0) & (set ? 0xfe : 0xff));
    }
}

int main(void) {
  begin();
#define RUN(NAME, TYPE) NAME##_adding();
  ISTHMUS_SYNC_TYPES(RUN)
  tickets(&static_total, static_taken);
  int* total = shmem_calloc(1, sizeof *total);
  unsigned char* taken = shmem_calloc(max_pes, rounds);
  tickets(total, taken);
  lock_by_compare_swap();
  tokens_by_swap();
  masks();
  shmem_free(taken);
  shmem_free(total);
  return end();
}
