/* Atomics on words in device memory: the result and the returned value of each operation, and all PEs on one word at
 * once, where no update may be lost. */
#include "places.h"

static char* words;

#define FETCH_NBI(name, type)                               \
  static void check_##name(void) {                          \
    type* word = (type*)words;                              \
    const int to = (me + 1) % n;                            \
    type now = 0, fetched = 0;                              \
    shmem_##name##_atomic_set(word, 10, to);                \
    EXPECT(shmem_##name##_atomic_fetch(word, to) == 10);    \
    EXPECT(shmem_##name##_atomic_swap(word, 21, to) == 10); \
    shmem_##name##_atomic_fetch_nbi(&fetched, word, to);    \
    shmem_quiet();                                          \
    EXPECT(fetched == 21);                                  \
    shmem_##name##_atomic_swap_nbi(&fetched, word, 22, to); \
    shmem_quiet();                                          \
    EXPECT(fetched == 21);                                  \
    shmem_barrier_all();                                    \
    driver_copy(&now, word, sizeof now);                    \
    EXPECT(now == 22);                                      \
    shmem_barrier_all();                                    \
  }
FETCH_NBI(float, float)
FETCH_NBI(double, double)

/* Integers have more operations. Each PE works on words of its right neighbour that no other PE uses. */
#define CHECK_NUMBERS(name, type)                                        \
  FETCH_NBI(name, type)                                                  \
  static void check_##name##_numbers(void) {                             \
    type* word = (type*)words;                                           \
    const int to = (me + 1) % n;                                         \
    type fetched = 0;                                                    \
    shmem_##name##_atomic_set(word, 100, to);                            \
    EXPECT(shmem_##name##_atomic_compare_swap(word, 99, 5, to) == 100);  \
    EXPECT(shmem_##name##_atomic_compare_swap(word, 100, 7, to) == 100); \
    EXPECT(shmem_##name##_atomic_fetch_inc(word, to) == 7);              \
    shmem_##name##_atomic_inc(word, to);                                 \
    EXPECT(shmem_##name##_atomic_fetch_add(word, 11, to) == 9);          \
    shmem_##name##_atomic_add(word, 20, to);                             \
    shmem_##name##_atomic_fetch_add_nbi(&fetched, word, 2, to);          \
    shmem_quiet();                                                       \
    EXPECT(fetched == 40);                                               \
    shmem_##name##_atomic_fetch_inc_nbi(&fetched, word, to);             \
    shmem_quiet();                                                       \
    EXPECT(fetched == 42);                                               \
    shmem_##name##_atomic_compare_swap_nbi(&fetched, word, 43, 44, to);  \
    shmem_quiet();                                                       \
    EXPECT(fetched == 43);                                               \
    EXPECT(shmem_##name##_atomic_fetch(word, to) == 44);                 \
    shmem_barrier_all();                                                 \
  }
CHECK_NUMBERS(int, int)
CHECK_NUMBERS(long, long)
CHECK_NUMBERS(longlong, long long)
CHECK_NUMBERS(uint, unsigned)
CHECK_NUMBERS(ulong, unsigned long)
CHECK_NUMBERS(ulonglong, unsigned long long)
CHECK_NUMBERS(int32, int32_t)
CHECK_NUMBERS(int64, int64_t)
CHECK_NUMBERS(uint32, uint32_t)
CHECK_NUMBERS(uint64, uint64_t)
CHECK_NUMBERS(size, size_t)
CHECK_NUMBERS(ptrdiff, ptrdiff_t)

#define CHECK_BITS(name, type)                                           \
  static void check_##name##_bits(void) {                                \
    type* word = (type*)words;                                           \
    const int to = (me + 1) % n;                                         \
    type fetched = 0;                                                    \
    shmem_##name##_atomic_set(word, 0xf0f0, to);                         \
    EXPECT(shmem_##name##_atomic_fetch_and(word, 0xff00, to) == 0xf0f0); \
    EXPECT(shmem_##name##_atomic_fetch_or(word, 0x000f, to) == 0xf000);  \
    EXPECT(shmem_##name##_atomic_fetch_xor(word, 0xffff, to) == 0xf00f); \
    shmem_##name##_atomic_and(word, 0x0f00, to);                         \
    shmem_##name##_atomic_or(word, 0x0080, to);                          \
    shmem_##name##_atomic_xor(word, 0x00ff, to);                         \
    EXPECT(shmem_##name##_atomic_fetch(word, to) == 0x0f7f);             \
    shmem_##name##_atomic_fetch_and_nbi(&fetched, word, 0x0f0f, to);     \
    shmem_quiet();                                                       \
    EXPECT(fetched == 0x0f7f);                                           \
    shmem_barrier_all();                                                 \
  }
CHECK_BITS(uint, unsigned)
CHECK_BITS(ulong, unsigned long)
CHECK_BITS(ulonglong, unsigned long long)
CHECK_BITS(int32, int32_t)
CHECK_BITS(int64, int64_t)
CHECK_BITS(uint32, uint32_t)
CHECK_BITS(uint64, uint64_t)

/* All PEs work on the words of PE 0: no increment may be lost, no value fetched twice, and the words beside must not
 * change. */
enum { times = 60 };
static void check_contention(void) {
  uint64_t* counters = (uint64_t*)words;
  uint32_t* narrow = (uint32_t*)(words + 64);
  uint64_t* fetched = shmem_malloc(times * sizeof *fetched);
  const uint64_t zeros[16] = {0};
  driver_copy(words, zeros, sizeof zeros);
  shmem_barrier_all();
  for (int i = 0; i < times; ++i) {
    fetched[i] = shmem_uint64_atomic_fetch_inc(counters, 0);
    shmem_uint64_atomic_add(counters + 1, (uint64_t)me + 1, 0);
    shmem_uint32_atomic_add(narrow + 1, 2, 0);
    shmem_uint32_atomic_inc(narrow + 2, 0);
    uint64_t seen = shmem_uint64_atomic_fetch(counters + 2, 0), before;
    while ((before = shmem_uint64_atomic_compare_swap(counters + 2, seen, seen + 3, 0)) != seen) seen = before;
  }
  shmem_barrier_all();
  if (me == 0) {
    char taken[times * 64] = {0};
    EXPECT(n <= 64);
    for (int pe = 0; pe < n; ++pe)
      for (int i = 0; i < times; ++i) {
        const uint64_t value = shmem_uint64_g(fetched + i, pe);
        EXPECT(value < (uint64_t)(times * n) && !taken[value]);
        taken[value] = 1;
      }
    uint64_t seen[16];
    driver_copy(seen, words, sizeof seen);
    uint32_t seen_narrow[4];
    memcpy(seen_narrow, (char*)seen + 64, sizeof seen_narrow);
    EXPECT_EQ(seen[0], times * n);
    EXPECT_EQ(seen[1], times * n * (n + 1) / 2);
    EXPECT_EQ(seen[2], 3 * times * n);
    EXPECT_EQ(seen[3], 0);
    EXPECT_EQ(seen_narrow[0], 0);
    EXPECT_EQ(seen_narrow[1], 2 * times * n);
    EXPECT_EQ(seen_narrow[2], times * n);
    EXPECT_EQ(seen_narrow[3], 0);
  }
  shmem_barrier_all();
  shmem_free(fetched);
}

/* The fetched value may be stored to device memory, too. */
static void check_fetching_to_device(void) {
  uint64_t *word = (uint64_t*)words, *mine = word + 8, seen = 0;
  const int to = (me + 1) % n;
  shmem_uint64_atomic_set(word, 1234567890123, to);
  shmem_uint64_atomic_fetch_add_nbi(mine, word, 1, to);
  shmem_quiet();
  driver_copy(&seen, mine, sizeof seen);
  EXPECT_EQ(seen, 1234567890123);
  shmem_barrier_all();
}

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  words = shmem_partition_malloc(4096, device_partition);
  EXPECT(words != NULL);
  check_float();
  check_double();
#define NUMBERS(name) check_##name(), check_##name##_numbers()
  NUMBERS(int), NUMBERS(long), NUMBERS(longlong), NUMBERS(uint), NUMBERS(ulong), NUMBERS(ulonglong), NUMBERS(int32);
  NUMBERS(int64), NUMBERS(uint32), NUMBERS(uint64), NUMBERS(size), NUMBERS(ptrdiff);
  check_uint_bits(), check_ulong_bits(), check_ulonglong_bits(), check_int32_bits(), check_int64_bits();
  check_uint32_bits(), check_uint64_bits();
  check_contention();
  check_fetching_to_device();
  shmem_free(words);
  return end();
}
