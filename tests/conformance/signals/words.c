/* Signals without data: set, add (all PEs at once), fetch and wait, with and without a context, and the C11 names that
 * take an optional context. */
#include "program.h"

static uint64_t static_word;
static uint64_t echo[max_pes];

static void set_and_fetch(uint64_t* words) {
  for (int pe = 0; pe < n; ++pe) shmem_signal_set(&words[me], pattern(1, me, pe, 0), pe);
  for (int from = 0; from < n; ++from) {
    const uint64_t expected = pattern(1, from, me, 0);
    EXPECT_EQ(shmem_signal_wait_until(&words[from], SHMEM_CMP_EQ, expected), expected);
    EXPECT_EQ(shmem_signal_fetch(&words[from]), expected);
  }
  shmem_barrier_all();
}

/* Signals compare as unsigned numbers. */
static void unsigned_order(void) {
  static uint64_t word;
  shmem_signal_set(&word, UINT64_MAX, me);
  EXPECT_EQ(shmem_signal_wait_until(&word, SHMEM_CMP_GT, INT64_MAX), UINT64_MAX);
  EXPECT_EQ(shmem_signal_wait_until(&word, SHMEM_CMP_GE, UINT64_MAX), UINT64_MAX);
  shmem_signal_add(&word, 6, me); /* modulo 2^64 */
  EXPECT_EQ(shmem_signal_wait_until(&word, SHMEM_CMP_LT, 100), 5);
  EXPECT_EQ(shmem_signal_wait_until(&word, SHMEM_CMP_LE, 5), 5);
  EXPECT_EQ(shmem_signal_wait_until(&word, SHMEM_CMP_NE, 4), 5);
}

static void adding(uint64_t* word) {
  for (int i = 0; i < some_of(500); ++i)
    for (int pe = 0; pe < n; ++pe) {
      if (i % 2)
        shmem_signal_add(word, (uint64_t)me + 1, pe);
      else
        shmem_ctx_signal_add(SHMEM_CTX_DEFAULT, word, (uint64_t)me + 1, pe);
    }
  const uint64_t expected = (uint64_t)some_of(500) * (uint64_t)n * (uint64_t)(n + 1) / 2;
  EXPECT_EQ(shmem_signal_wait_until(word, SHMEM_CMP_GE, expected), expected);
  shmem_barrier_all();
}

/* The wait must return the value that it saw, even if the word keeps changing: PE 0 counts, and the others must see
 * rising values. */
static void returned_values(uint64_t* word) {
  const uint64_t most = (uint64_t)some_of(2000);
  shmem_barrier_all();
  if (me == 0) {
    for (uint64_t i = 1; i <= most; ++i)
      for (int pe = 1; pe < n; ++pe) shmem_signal_set(word, i, pe);
  } else {
    for (uint64_t last = 0; last < most;) {
      const uint64_t seen = shmem_signal_wait_until(word, SHMEM_CMP_GT, last);
      EXPECT(seen > last && seen <= most);
      last = seen;
    }
  }
  shmem_barrier_all();
}

static void on_contexts(void) {
  const shmem_team_t reversed = reversed_world();
  shmem_ctx_t context;
  EXPECT_EQ(shmem_team_create_ctx(reversed, 0, &context), 0);
  for (int pe = 0; pe < n; ++pe) {
    shmem_ctx_signal_set(context, &echo[me], 5, pe);
    shmem_ctx_fence(context);
    shmem_signal_add(context, &echo[me], (uint64_t)(n - 1 - pe), pe); /* the target's world number */
  }
  for (int from = 0; from < n; ++from)
    EXPECT_EQ(shmem_signal_wait_until(&echo[from], SHMEM_CMP_GE, (uint64_t)(5 + me)), 5 + me);
  shmem_barrier_all();
  shmem_signal_set(context, &echo[0], 77, n - 1 - me);
  shmem_ctx_quiet(context);
  EXPECT_EQ(shmem_signal_fetch(&echo[0]), 77);
  shmem_ctx_destroy(context);
  shmem_team_destroy(reversed);
}

int main(void) {
  begin();
  uint64_t* heap = shmem_calloc(max_pes + 2, sizeof *heap);
  static uint64_t words[max_pes];
  set_and_fetch(heap);
  set_and_fetch(words);
  unsigned_order();
  adding(&static_word);
  adding(&heap[max_pes]);
  returned_values(&heap[max_pes + 1]);
  on_contexts();
  shmem_free(heap);
  return end();
}
