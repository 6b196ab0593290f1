/* Put with signal: the signal comes after the data, also without data, from many PEs at once, in every typed and
 * sized form. */
#include "expect.h"
#include "pattern.h"

enum { max_pes = 16, payload = 500, rounds = 200 };

static uint64_t data[max_pes][payload];
static uint64_t arrived[max_pes], total, returned;
static int me, n;

/* Everybody to everybody: SET to a word of the sender's own, ADD to one that all share. */
static void check_all_to_all(uint64_t* shared, int nbi) {
  uint64_t mine[max_pes][payload];
  *shared = 0;
  memset(arrived, 0, sizeof arrived);
  shmem_barrier_all();
  for (uint64_t round = 1; round <= rounds; ++round) {
    for (int pe = 0; pe < n; ++pe) {
      for (size_t i = 0; i < payload; ++i) mine[pe][i] = pattern(round, me, pe, i);
      if (nbi)
        shmem_uint64_put_signal_nbi(data[me], mine[pe], payload, &arrived[me], round, SHMEM_SIGNAL_SET, pe);
      else
        shmem_uint64_put_signal(data[me], mine[pe], payload, &arrived[me], round, SHMEM_SIGNAL_SET, pe);
      shmem_uint64_put_signal(NULL, NULL, 0, shared, 1 + (uint64_t)me, SHMEM_SIGNAL_ADD, pe);
    }
    for (int from = 0; from < n; ++from) {
      EXPECT_EQ(shmem_signal_wait_until(&arrived[from], SHMEM_CMP_GE, round), round);
      for (size_t i = 0; i < payload; ++i) EXPECT_EQ(data[from][i], pattern(round, from, me, i));
    }
    /* Before the next round may overwrite the data: everybody has added, and everybody has looked. */
    const uint64_t each_round = (uint64_t)n * (uint64_t)(n + 1) / 2;
    returned = shmem_signal_wait_until(shared, SHMEM_CMP_GE, round * each_round);
    EXPECT_EQ(returned, round * each_round);
    EXPECT_EQ(shmem_signal_fetch(shared), round * each_round);
    shmem_barrier_all();
  }
}

/* Additions by all at the same time; none is lost. */
static void check_additions(void) {
  enum { times = 5000 };
  total = 0;
  shmem_barrier_all();
  for (int i = 0; i < times; ++i) shmem_signal_add(&total, 3, i % n);
  /* 5000 is no multiple of every n: count what falls to me. */
  uint64_t expected = 0;
  for (int i = 0; i < times; ++i) expected += i % n == me ? 3u * (uint64_t)n : 0;
  EXPECT_EQ(shmem_signal_wait_until(&total, SHMEM_CMP_EQ, expected), expected);
  shmem_barrier_all();
  shmem_signal_set(&total, 70 + (uint64_t)me, (me + 1) % n);
  EXPECT_EQ(shmem_signal_wait_until(&total, SHMEM_CMP_LT, 100), 70 + (uint64_t)((me + n - 1) % n));
  shmem_barrier_all();
}

static uint64_t word;

/* The value that satisfied the condition is returned for each comparison. */
static void check_returned_values(void) {
  word = 5;
  EXPECT_EQ(shmem_signal_wait_until(&word, SHMEM_CMP_NE, 4), 5);
  EXPECT_EQ(shmem_signal_wait_until(&word, SHMEM_CMP_EQ, 5), 5);
  EXPECT_EQ(shmem_signal_wait_until(&word, SHMEM_CMP_LE, UINT64_MAX), 5);
  word = UINT64_MAX; /* unsigned: nothing is larger */
  EXPECT_EQ(shmem_signal_wait_until(&word, SHMEM_CMP_GT, 1), UINT64_MAX);
  shmem_signal_add(&word, 3, me); /* and it wraps */
  EXPECT_EQ(shmem_signal_fetch(&word), 2);
  shmem_barrier_all();
}

/* Every form once around the ring. */
#define CHECK_FORM(FORM, TYPE, BYTES)                                                                 \
  {                                                                                                   \
    static _Alignas(16) unsigned char place[64], mine[64], expected[64];                              \
    for (int nbi = 0; nbi < 2; ++nbi) {                                                               \
      const size_t nelems = 48 / (BYTES);                                                             \
      word = 0;                                                                                       \
      fill_pattern(mine, 48, (uint64_t)nbi, me, to);                                                  \
      shmem_barrier_all();                                                                            \
      if (nbi)                                                                                        \
        shmem_##FORM##_signal_nbi((TYPE*)place, (TYPE*)mine, nelems, &word, 8, SHMEM_SIGNAL_ADD, to); \
      else                                                                                            \
        shmem_##FORM##_signal((TYPE*)place, (TYPE*)mine, nelems, &word, 8, SHMEM_SIGNAL_SET, to);     \
      EXPECT_EQ(shmem_signal_wait_until(&word, SHMEM_CMP_NE, 0), 8);                                  \
      fill_pattern(expected, 48, (uint64_t)nbi, from, me);                                            \
      EXPECT_SAME(place, expected, 48);                                                               \
      EXPECT_EQ(place[48], 0);                                                                        \
      shmem_barrier_all();                                                                            \
    }                                                                                                 \
  }

static void check_forms(void) {
  const int to = (me + 1) % n, from = (me + n - 1) % n;
#define TYPED(NAME, TYPE) CHECK_FORM(NAME##_put, TYPE, sizeof(TYPE))
#define SIZED(BITS, BYTES) CHECK_FORM(put##BITS, void, BYTES)
  ISTHMUS_RMA_TYPES(TYPED)
  ISTHMUS_SIZES(SIZED)
  CHECK_FORM(putmem, void, 1)
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  n = shmem_n_pes();
  uint64_t* heap_word = shmem_malloc(sizeof *heap_word);
  EXPECT(heap_word != NULL);
  check_all_to_all(&total, 0);
  check_all_to_all(heap_word, 1);
  check_additions();
  check_returned_values();
  check_forms();
  shmem_finalize();
  return 0;
}
