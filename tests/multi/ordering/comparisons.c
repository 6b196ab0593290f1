/* Every comparison of every type: test against an oracle, on values where signed and unsigned comparison differ, then a
 * wait for each that a peer ends. */
#include <limits.h>

#include "expect.h"

static int me, n;

/* The oracle: C's own operators for the names. */
#define HOLDS(op, a, b)                   \
  ((op) == SHMEM_CMP_EQ   ? (a) == (b)    \
   : (op) == SHMEM_CMP_NE ? !((a) == (b)) \
   : (op) == SHMEM_CMP_GT ? (b) < (a)     \
   : (op) == SHMEM_CMP_LE ? !((b) < (a))  \
   : (op) == SHMEM_CMP_LT ? (a) < (b)     \
                          : !((a) < (b)))

/* From `start` no comparison with 10 holds; the neighbour then writes `end`, with which it does. */
static const struct {
  int op, start, end;
} waits[] = {
    {SHMEM_CMP_EQ, 3, 10}, {SHMEM_CMP_NE, 10, 9}, {SHMEM_CMP_GT, 10, 11},
    {SHMEM_CMP_GE, 9, 10}, {SHMEM_CMP_LT, 10, 9}, {SHMEM_CMP_LE, 11, 10},
};
static const int all_ops[] = {SHMEM_CMP_EQ, SHMEM_CMP_NE, SHMEM_CMP_GT, SHMEM_CMP_GE, SHMEM_CMP_LT, SHMEM_CMP_LE};

#define CHECK(NAME, TYPE)                                                                             \
  static TYPE NAME##_variable;                                                                        \
  static void check_##NAME(void) {                                                                    \
    const unsigned long long top = 1ull << (sizeof(TYPE) * CHAR_BIT - 1);                             \
    const TYPE values[] = {0, 1, 2, (TYPE)-1, (TYPE)-2, (TYPE)top, (TYPE)(top - 1), (TYPE)(top + 1)}; \
    for (int o = 0; o < 6; ++o)                                                                       \
      for (int a = 0; a < 8; ++a)                                                                     \
        for (int b = 0; b < 8; ++b) {                                                                 \
          NAME##_variable = values[a];                                                                \
          EXPECT_EQ(!!shmem_##NAME##_test(&NAME##_variable, all_ops[o], values[b]),                   \
                    HOLDS(all_ops[o], values[a], values[b]));                                         \
          if (HOLDS(all_ops[o], values[a], values[b]))                                                \
            shmem_##NAME##_wait_until(&NAME##_variable, all_ops[o], values[b]);                       \
        }                                                                                             \
    for (int w = 0; w < 6; ++w) {                                                                     \
      NAME##_variable = (TYPE)waits[w].start;                                                         \
      EXPECT(!shmem_##NAME##_test(&NAME##_variable, waits[w].op, (TYPE)10));                          \
      shmem_barrier_all();                                                                            \
      /* A chain from PE 0 on: a wait that returns at once would break it. */                         \
      if (me > 0) {                                                                                   \
        shmem_##NAME##_wait_until(&NAME##_variable, waits[w].op, (TYPE)10);                           \
        EXPECT_EQ(NAME##_variable, waits[w].end);                                                     \
      }                                                                                               \
      if (me + 1 < n) shmem_##NAME##_p(&NAME##_variable, (TYPE)waits[w].end, me + 1);                 \
      shmem_barrier_all();                                                                            \
    }                                                                                                 \
  }
ISTHMUS_SYNC_TYPES(CHECK)
ISTHMUS_SHORT_SYNC_TYPES(CHECK)

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  n = shmem_n_pes();
#define RUN(NAME, TYPE) check_##NAME();
  ISTHMUS_SYNC_TYPES(RUN)
  ISTHMUS_SHORT_SYNC_TYPES(RUN)
  shmem_finalize();
  return 0;
}
