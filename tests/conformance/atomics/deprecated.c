/* The names from before 1.4: fadd, finc, cswap, ... for int, long and long long, and fetch, set, swap for float and
 * double too; and the C11 names that share a spelling with them. */
#include "program.h"

/* These tables are written out, since a generic name cannot be expanded inside the table that it is made from. */
#define STANDARD_TYPES(X) X(int, int) X(long, long) X(longlong, long long)
#define EXTENDED_TYPES(X) STANDARD_TYPES(X) X(float, float) X(double, double)

#define EXTENDED(NAME, TYPE)                                                                            \
  static TYPE NAME##_word[max_pes];                                                                     \
  static void NAME##_extended(void) {                                                                   \
    for (int pe = 0; pe < n; ++pe) {                                                                    \
      TYPE* word = &NAME##_word[me];                                                                    \
      const TYPE first = (TYPE)(100 + 10 * me + pe), second = first / 2;                                \
      shmem_##NAME##_set(word, first, pe);                                                              \
      shmem_quiet();                                                                                    \
      EXPECT(shmem_##NAME##_fetch(word, pe) == first);                                                  \
      EXPECT(shmem_##NAME##_swap(word, second, pe) == first);                                           \
      EXPECT(shmem_##NAME##_fetch(word, pe) == second);                                                 \
      shmem_set(word, first, pe);                                                                       \
      shmem_quiet();                                                                                    \
      EXPECT(shmem_fetch(word, pe) == first);                                                           \
      EXPECT(shmem_swap(word, second, pe) == first);                                                    \
    }                                                                                                   \
    shmem_barrier_all();                                                                                \
    for (int from = 0; from < n; ++from) EXPECT(NAME##_word[from] == (TYPE)(100 + 10 * from + me) / 2); \
    shmem_barrier_all();                                                                                \
  }
EXTENDED_TYPES(EXTENDED)

#define STANDARD(NAME, TYPE)                                                  \
  static void NAME##_standard(TYPE* words) {                                  \
    for (int pe = 0; pe < n; ++pe) {                                          \
      TYPE* word = &words[me];                                                \
      shmem_##NAME##_set(word, (TYPE)(-5 - me), pe);                          \
      shmem_quiet();                                                          \
      EXPECT(shmem_##NAME##_cswap(word, 1, 2, pe) == -5 - me);                \
      EXPECT(shmem_##NAME##_cswap(word, (TYPE)(-5 - me), 40, pe) == -5 - me); \
      shmem_##NAME##_add(word, -30, pe);                                      \
      shmem_quiet();                                                          \
      EXPECT(shmem_##NAME##_fadd(word, 7, pe) == 10);                         \
      shmem_##NAME##_inc(word, pe);                                           \
      shmem_quiet();                                                          \
      EXPECT(shmem_##NAME##_finc(word, pe) == 18);                            \
      EXPECT(shmem_fadd(word, 1, pe) == 19);                                  \
      EXPECT(shmem_finc(word, pe) == 20);                                     \
      EXPECT(shmem_cswap(word, 21, 30, pe) == 21);                            \
      shmem_add(word, 2, pe);                                                 \
      shmem_inc(word, pe);                                                    \
      shmem_quiet();                                                          \
      EXPECT(shmem_##NAME##_fetch(word, pe) == 33);                           \
    }                                                                         \
    shmem_barrier_all();                                                      \
  }
STANDARD_TYPES(STANDARD)

int main(void) {
  begin();
  void* heap = shmem_calloc(max_pes, sizeof(long long));
#define RUN_EXTENDED(NAME, TYPE) NAME##_extended();
  EXTENDED_TYPES(RUN_EXTENDED)
#define RUN_STANDARD(NAME, TYPE) \
  NAME##_standard(NAME##_word);  \
  NAME##_standard((TYPE*)heap);
  STANDARD_TYPES(RUN_STANDARD)
  shmem_free(heap);
  return end();
}
