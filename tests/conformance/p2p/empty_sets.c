/* Nothing to wait for: no elements, or all of them masked. Then the `all` form must return at once, `any` must give
 * SIZE_MAX, `some` 0 and test_all 1. The status array is only read, and without elements the pointers may be null. */
#include "program.h"

#define CHECK(NAME, TYPE)                                                                                   \
  static void NAME##_check(void) {                                                                          \
    static TYPE words[4] = {1, 1, 1, 1};                                                                    \
    const TYPE values[4] = {1, 1, 1, 1};                                                                    \
    const int masked[4] = {1, -1, 77, 1 << 30}, before[4] = {1, -1, 77, 1 << 30};                           \
    size_t indices[4] = {9, 9, 9, 9};                                                                       \
    for (int form = 0; form < 3; ++form) {                                                                  \
      TYPE* ivars = form ? words : NULL;                                                                    \
      const size_t count = form == 2 ? 4 : 0;                                                               \
      const int* status = form == 2 ? masked : NULL;                                                        \
      const TYPE* each = form ? values : NULL;                                                              \
      size_t* found = form ? indices : NULL;                                                                \
      shmem_##NAME##_wait_until_all(ivars, count, status, SHMEM_CMP_EQ, 1);                                 \
      shmem_##NAME##_wait_until_all(ivars, count, status, SHMEM_CMP_EQ, 2); /* would never hold */          \
      shmem_##NAME##_wait_until_all_vector(ivars, count, status, SHMEM_CMP_NE, each);                       \
      EXPECT_EQ(shmem_##NAME##_wait_until_any(ivars, count, status, SHMEM_CMP_EQ, 1), SIZE_MAX);            \
      EXPECT_EQ(shmem_##NAME##_wait_until_any_vector(ivars, count, status, SHMEM_CMP_EQ, each), SIZE_MAX);  \
      EXPECT_EQ(shmem_##NAME##_wait_until_some(ivars, count, found, status, SHMEM_CMP_EQ, 1), 0);           \
      EXPECT_EQ(shmem_##NAME##_wait_until_some_vector(ivars, count, found, status, SHMEM_CMP_EQ, each), 0); \
      EXPECT_EQ(shmem_##NAME##_test_all(ivars, count, status, SHMEM_CMP_EQ, 2), 1);                         \
      EXPECT_EQ(shmem_##NAME##_test_all_vector(ivars, count, status, SHMEM_CMP_NE, each), 1);               \
      EXPECT_EQ(shmem_##NAME##_test_any(ivars, count, status, SHMEM_CMP_EQ, 1), SIZE_MAX);                  \
      EXPECT_EQ(shmem_##NAME##_test_any_vector(ivars, count, status, SHMEM_CMP_EQ, each), SIZE_MAX);        \
      EXPECT_EQ(shmem_##NAME##_test_some(ivars, count, found, status, SHMEM_CMP_EQ, 1), 0);                 \
      EXPECT_EQ(shmem_##NAME##_test_some_vector(ivars, count, found, status, SHMEM_CMP_EQ, each), 0);       \
    }                                                                                                       \
    EXPECT_SAME(masked, before, sizeof before);                                                             \
    EXPECT_EQ(indices[0], 9);                                                                               \
  }
ISTHMUS_SYNC_TYPES(CHECK)

int main(void) {
  begin();
#define RUN(NAME, TYPE) NAME##_check();
  ISTHMUS_SYNC_TYPES(RUN)
  return end();
}
