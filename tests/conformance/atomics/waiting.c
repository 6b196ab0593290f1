/* wait_until and test see atomic updates, of every type: a token goes around the ring of PEs, each time by another
 * operation, and what was put before the token is there when it is seen. */
#include <sched.h>

#include "program.h"

static long payload[2];

/* PE k holds 0 (PE 0 holds 1), then k + 1, k + 1 + n, ..., one value for each lap of the token. */
#define RING(NAME, TYPE)                                                               \
  static void NAME##_pass(TYPE* token, TYPE value, int pe, int how) {                  \
    const TYPE before = value > (TYPE)n ? (TYPE)(value - (TYPE)n) : 0;                 \
    TYPE old = before;                                                                 \
    switch (how % 5) {                                                                 \
      case 0:                                                                          \
        shmem_##NAME##_atomic_set(token, value, pe);                                   \
        break;                                                                         \
      case 1:                                                                          \
        old = shmem_##NAME##_atomic_swap(token, value, pe);                            \
        break;                                                                         \
      case 2:                                                                          \
        shmem_##NAME##_atomic_add(token, (TYPE)(value - before), pe);                  \
        break;                                                                         \
      case 3:                                                                          \
        old = shmem_##NAME##_atomic_compare_swap(token, before, value, pe);            \
        break;                                                                         \
      default:                                                                         \
        shmem_##NAME##_atomic_swap_nbi(&old, token, value, pe);                        \
        shmem_quiet();                                                                 \
    }                                                                                  \
    EXPECT_EQ(old, before);                                                            \
  }                                                                                    \
  static void NAME##_ring(TYPE* token) {                                               \
    const int next = (me + 1) % n;                                                     \
    if (me == 0) *token = 1;                                                           \
    shmem_barrier_all();                                                               \
    for (int lap = 0; lap < 10; ++lap) {                                               \
      const TYPE mine = (TYPE)(lap * n + me + 1);                                      \
      if (lap > 0 || me > 0) {                                                         \
        if (lap % 2)                                                                   \
          shmem_##NAME##_wait_until(token, SHMEM_CMP_EQ, mine);                        \
        else                                                                           \
          while (!shmem_##NAME##_test(token, SHMEM_CMP_GE, mine)) sched_yield();       \
        EXPECT_EQ(payload[lap % 2], mine);                                             \
      }                                                                                \
      if (lap == 9 && me == n - 1) break;                                              \
      shmem_long_p(&payload[(me == n - 1 ? lap + 1 : lap) % 2], (long)mine + 1, next); \
      shmem_fence();                                                                   \
      NAME##_pass(token, (TYPE)(mine + 1), next, lap + me);                            \
    }                                                                                  \
    shmem_barrier_all();                                                               \
  }                                                                                    \
  static TYPE NAME##_token;
ISTHMUS_SYNC_TYPES(RING)

int main(void) {
  begin();
  int64_t* heap = shmem_calloc(12, sizeof *heap);
  int at = 0;
#define RUN(NAME, TYPE)       \
  NAME##_ring(&NAME##_token); \
  NAME##_ring((TYPE*)(void*)&heap[at++]);
  ISTHMUS_SYNC_TYPES(RUN)
  shmem_free(heap);
  return end();
}
