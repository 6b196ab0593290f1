/* status: 0 includes an element and any other value skips it. Skipped elements must be neither waited for nor reported,
 * and their values and comparison values must not matter. All masks over a small array, against a model. */
#include "program.h"

enum { count = 5 };

#define CHECK(NAME, TYPE)                                                                                            \
  static TYPE NAME##_words[count];                                                                                   \
  static void NAME##_check(TYPE* words) {                                                                            \
    for (unsigned held = 0; held < 1u << count; ++held)                                                              \
      for (unsigned mask = 0; mask < 1u << count; ++mask) {                                                          \
        if (!is_one_of_some((int)(held << count | mask))) continue;                                                  \
        int status[count];                                                                                           \
        TYPE values[count];                                                                                          \
        for (int i = 0; i < count; ++i) {                                                                            \
          words[i] = (TYPE)(held >> i & 1 ? 50 + i : 10);                                                            \
          values[i] = (TYPE)(50 + i);                                                                                \
          status[i] = mask >> i & 1 ? -3 + i : 0;                                                                    \
          if (status[i] == 0 && mask >> i & 1) status[i] = 1;                                                        \
        }                                                                                                            \
        const unsigned included = ~mask & ((1u << count) - 1), hits = included & held;                               \
        size_t indices[count];                                                                                       \
        EXPECT_EQ(shmem_##NAME##_test_all(words, count, status, SHMEM_CMP_GE, 50), hits == included);                \
        EXPECT_EQ(shmem_##NAME##_test_all_vector(words, count, status, SHMEM_CMP_EQ, values), hits == included);     \
        const size_t any[] = {shmem_##NAME##_test_any(words, count, status, SHMEM_CMP_GE, 50),                       \
                              shmem_##NAME##_test_any_vector(words, count, status, SHMEM_CMP_EQ, values)};           \
        for (int k = 0; k < 2; ++k) EXPECT(hits ? any[k] < count && (hits >> any[k] & 1) : any[k] == SIZE_MAX);      \
        for (int k = 0; k < (hits ? 4 : 2); ++k) {                                                                   \
          const size_t found =                                                                                       \
              k == 0   ? shmem_##NAME##_test_some(words, count, indices, status, SHMEM_CMP_GE, 50)                   \
              : k == 1 ? shmem_##NAME##_test_some_vector(words, count, indices, status, SHMEM_CMP_EQ, values)        \
              : k == 2 ? shmem_##NAME##_wait_until_some(words, count, indices, status, SHMEM_CMP_GE, 50)             \
                       : shmem_##NAME##_wait_until_some_vector(words, count, indices, status, SHMEM_CMP_EQ, values); \
          unsigned reported = 0;                                                                                     \
          for (size_t i = 0; i < found; ++i) {                                                                       \
            EXPECT(indices[i] < count && !(reported >> indices[i] & 1));                                             \
            reported |= 1u << indices[i];                                                                            \
          }                                                                                                          \
          EXPECT_EQ(reported, hits); /* every included element is looked at */                                       \
        }                                                                                                            \
        if (hits) {                                                                                                  \
          EXPECT(hits >> shmem_##NAME##_wait_until_any(words, count, status, SHMEM_CMP_GE, 50) & 1);                 \
          EXPECT(hits >> shmem_##NAME##_wait_until_any_vector(words, count, status, SHMEM_CMP_EQ, values) & 1);      \
        }                                                                                                            \
        if (hits == included) {                                                                                      \
          shmem_##NAME##_wait_until_all(words, count, status, SHMEM_CMP_GE, 50);                                     \
          shmem_##NAME##_wait_until_all_vector(words, count, status, SHMEM_CMP_EQ, values);                          \
        }                                                                                                            \
      }                                                                                                              \
  }
ISTHMUS_SYNC_TYPES(CHECK)

int main(void) {
  begin();
  void* heap = shmem_calloc(count, 8);
#define RUN(NAME, TYPE)       \
  NAME##_check(NAME##_words); \
  NAME##_check((TYPE*)heap);
  ISTHMUS_SYNC_TYPES(RUN)
  shmem_free(heap);
  return end();
}
