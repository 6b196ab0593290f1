/* put, get, p, g, put_nbi and get_nbi of every RMA type, between every pair of PEs, on heap and static memory. Built
 * a second time with -DTWINS for the pshmem_ names. */
#include <pshmem.h>

#include "expect.h"
#include "pattern.h"

#ifdef TWINS
#define CALL(name) p##name
#else
#define CALL(name) name
#endif

enum { max_pes = 16, count = 9 };

static int me, n;

/* `place` has a row for each PE that writes to me. Integers get all 64 bits of the pattern cut to their size. */
#define CHECK_TYPE(NAME, TYPE)                                                                                 \
  static TYPE NAME##_static[max_pes][count];                                                                   \
                                                                                                               \
  static void NAME##_values(TYPE* out, uint64_t seed, int from, int to) {                                      \
    for (size_t i = 0; i < count; ++i) out[i] = (TYPE)pattern(seed, from, to, i);                              \
  }                                                                                                            \
                                                                                                               \
  static void NAME##_seen(TYPE(*place)[count], uint64_t seed) {                                                \
    TYPE expected[count];                                                                                      \
    for (int from = 0; from < n; ++from) {                                                                     \
      NAME##_values(expected, seed, from, me);                                                                 \
      for (size_t i = 0; i < count; ++i) EXPECT(place[from][i] == expected[i]);                                \
    }                                                                                                          \
    shmem_barrier_all();                                                                                       \
  }                                                                                                            \
                                                                                                               \
  static void NAME##_check(TYPE(*place)[count], uint64_t seed) {                                               \
    TYPE mine[count], got[count], expected[count];                                                             \
    for (int pe = 0; pe < n; ++pe) {                                                                           \
      NAME##_values(mine, seed, me, pe);                                                                       \
      CALL(shmem_##NAME##_put)(place[me], mine, count, pe);                                                    \
      memset(mine, 0x77, sizeof mine); /* a blocking put has taken its source */                               \
    }                                                                                                          \
    shmem_barrier_all();                                                                                       \
    NAME##_seen(place, seed);                                                                                  \
    for (int pe = 0; pe < n; ++pe) {                                                                           \
      for (int from = 0; from < n; ++from) {                                                                   \
        NAME##_values(expected, seed, from, pe);                                                               \
        CALL(shmem_##NAME##_get)(got, place[from], count, pe);                                                 \
        for (size_t i = 0; i < count; ++i) EXPECT(got[i] == expected[i]);                                      \
        for (size_t i = 0; i < count; ++i) EXPECT(CALL(shmem_##NAME##_g)(&place[from][i], pe) == expected[i]); \
        memset(got, 0, sizeof got);                                                                            \
        CALL(shmem_##NAME##_get_nbi)(got, place[from], count, pe);                                             \
        shmem_quiet();                                                                                         \
        for (size_t i = 0; i < count; ++i) EXPECT(got[i] == expected[i]);                                      \
      }                                                                                                        \
    }                                                                                                          \
    shmem_barrier_all();                                                                                       \
    TYPE sources[max_pes][count];                                                                              \
    for (int pe = 0; pe < n; ++pe) {                                                                           \
      NAME##_values(sources[pe], seed + 1, me, pe);                                                            \
      CALL(shmem_##NAME##_put_nbi)(place[me], sources[pe], count, pe);                                         \
    }                                                                                                          \
    shmem_barrier_all(); /* completes the puts too */                                                          \
    NAME##_seen(place, seed + 1);                                                                              \
    for (int pe = 0; pe < n; ++pe) {                                                                           \
      NAME##_values(mine, seed + 2, me, pe);                                                                   \
      for (size_t i = 0; i < count; ++i) CALL(shmem_##NAME##_p)(&place[me][i], mine[i], pe);                   \
    }                                                                                                          \
    shmem_barrier_all();                                                                                       \
    NAME##_seen(place, seed + 2);                                                                              \
  }

ISTHMUS_RMA_TYPES(CHECK_TYPE)

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  n = shmem_n_pes();
  EXPECT(n <= max_pes);
  void* heap = shmem_malloc(max_pes * count * sizeof(long double));
  EXPECT(heap != NULL);
  uint64_t seed = 1;
#define RUN(NAME, TYPE)                           \
  NAME##_check((TYPE(*)[count])heap, seed += 10); \
  NAME##_check(NAME##_static, seed += 10);
  ISTHMUS_RMA_TYPES(RUN)
  EXPECT_EQ(seed, 1 + 10 * 2 * 24);
  shmem_free(heap);
  shmem_finalize();
  return 0;
}
