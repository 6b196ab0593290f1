/* Waiting for what other PEs do: all PEs raise flags on all others, in an order of their own, and each PE waits by all,
 * by any with a growing mask, and by some. Data put before a flag is there when it is reported. */
#include "program.h"

enum { rounds = 20 };

#define CHECK(NAME, TYPE)                                                                                              \
  static TYPE NAME##_flags[max_pes];                                                                                   \
  static long NAME##_data[max_pes];                                                                                    \
  static void NAME##_send(TYPE round) {                                                                                \
    for (int k = 0; k < n; ++k) {                                                                                      \
      const int pe = (me * 3 + k + (int)round) % n;                                                                    \
      shmem_long_p(&NAME##_data[me], (long)round * 100 + me, pe);                                                      \
      shmem_fence();                                                                                                   \
      shmem_##NAME##_atomic_set(&NAME##_flags[me], round, pe);                                                         \
    }                                                                                                                  \
  }                                                                                                                    \
  static void NAME##_arrived(size_t from, TYPE round) {                                                                \
    EXPECT(from < (size_t)n);                                                                                          \
    EXPECT_EQ(NAME##_data[from], (long)round * 100 + (long)from);                                                      \
  }                                                                                                                    \
  static void NAME##_check(void) {                                                                                     \
    TYPE values[max_pes];                                                                                              \
    size_t indices[max_pes];                                                                                           \
    for (int r = 1; r <= rounds; ++r) {                                                                                \
      const TYPE round = (TYPE)r;                                                                                      \
      int status[max_pes] = {0};                                                                                       \
      size_t left = (size_t)n;                                                                                         \
      for (int i = 0; i < n; ++i) values[i] = round;                                                                   \
      NAME##_send(round);                                                                                              \
      switch (r % 6) {                                                                                                 \
        case 0:                                                                                                        \
          shmem_##NAME##_wait_until_all(NAME##_flags, left, NULL, SHMEM_CMP_EQ, round);                                \
          break;                                                                                                       \
        case 1:                                                                                                        \
          shmem_##NAME##_wait_until_all_vector(NAME##_flags, left, NULL, SHMEM_CMP_GE, values);                        \
          break;                                                                                                       \
        case 2:                                                                                                        \
        case 3:                                                                                                        \
          while (left-- > 0) {                                                                                         \
            const size_t from =                                                                                        \
                r % 6 == 2                                                                                             \
                    ? shmem_##NAME##_wait_until_any(NAME##_flags, (size_t)n, status, SHMEM_CMP_EQ, round)              \
                    : shmem_##NAME##_wait_until_any_vector(NAME##_flags, (size_t)n, status, SHMEM_CMP_EQ, values);     \
            NAME##_arrived(from, round);                                                                               \
            EXPECT_EQ(status[from]++, 0);                                                                              \
          }                                                                                                            \
          break;                                                                                                       \
        default:                                                                                                       \
          while (left > 0) {                                                                                           \
            const size_t found = r % 6 == 4 ? shmem_##NAME##_wait_until_some(NAME##_flags, (size_t)n, indices, status, \
                                                                             SHMEM_CMP_EQ, round)                      \
                                            : shmem_##NAME##_wait_until_some_vector(NAME##_flags, (size_t)n, indices,  \
                                                                                    status, SHMEM_CMP_EQ, values);     \
            EXPECT(found >= 1 && found <= left);                                                                       \
            for (size_t i = 0; i < found; ++i) {                                                                       \
              NAME##_arrived(indices[i], round);                                                                       \
              EXPECT_EQ(status[indices[i]]++, 0);                                                                      \
            }                                                                                                          \
            left -= found;                                                                                             \
          }                                                                                                            \
      }                                                                                                                \
      for (int from = 0; from < n; ++from) NAME##_arrived((size_t)from, round);                                        \
      shmem_barrier_all();                                                                                             \
    }                                                                                                                  \
  }
ISTHMUS_SYNC_TYPES(CHECK)

int main(void) {
  begin();
#define RUN(NAME, TYPE) NAME##_check();
  ISTHMUS_SYNC_TYPES(RUN)
  return end();
}
