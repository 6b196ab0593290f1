/* Data, fence, flag: a PE that sees the flag must see the data. Once for every type that can be waited on, with
 * wait_until and with test, then in a long loop. Each PE sends to the next and waits for the one before. */
#include <sched.h>

#include "expect.h"
#include "pattern.h"

enum { payload = 24 };

static uint64_t data[payload];
static long acknowledged;
static int me, n, to, from;

static void send_data(uint64_t seed) {
  uint64_t mine[payload];
  for (size_t i = 0; i < payload; ++i) mine[i] = pattern(seed, me, to, i);
  shmem_uint64_put(data, mine, payload - 1, to);
  shmem_uint64_p(&data[payload - 1], mine[payload - 1], to);
}

static void expect_data(uint64_t seed) {
  for (size_t i = 0; i < payload; ++i) EXPECT_EQ(data[i], pattern(seed, from, me, i));
}

/* Tells the sender that it may overwrite the data. */
static void acknowledge(long step) {
  shmem_long_p(&acknowledged, step, from);
  shmem_long_wait_until(&acknowledged, SHMEM_CMP_GE, step);
}

static long steps;

/* The flag takes the values 1 to 100 again and again, so that every type can hold it. */
#define PASS(NAME, TYPE)                                                       \
  static void pass_##NAME(TYPE* flag, int rounds) {                            \
    for (int round = 0; round < rounds; ++round) {                             \
      const TYPE value = (TYPE)(1 + round % 100);                              \
      ++steps;                                                                 \
      send_data((uint64_t)steps);                                              \
      if (round % 2)                                                           \
        shmem_fence();                                                         \
      else                                                                     \
        shmem_quiet();                                                         \
      shmem_##NAME##_p(flag, value, to);                                       \
      if (round % 3)                                                           \
        shmem_##NAME##_wait_until(flag, SHMEM_CMP_EQ, value);                  \
      else                                                                     \
        while (!shmem_##NAME##_test(flag, SHMEM_CMP_EQ, value)) sched_yield(); \
      expect_data((uint64_t)steps);                                            \
      acknowledge(steps);                                                      \
    }                                                                          \
  }                                                                            \
  static TYPE NAME##_flag;
ISTHMUS_SYNC_TYPES(PASS)
ISTHMUS_SHORT_SYNC_TYPES(PASS)

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  n = shmem_n_pes();
  to = (me + 1) % n;
  from = (me + n - 1) % n;
  void* heap = shmem_calloc(1, 64);
  EXPECT(heap != NULL);
#define RUN(NAME, TYPE)          \
  pass_##NAME(&NAME##_flag, 24); \
  memset(heap, 0, 64);           \
  shmem_barrier_all();           \
  pass_##NAME((TYPE*)heap, 24);  \
  shmem_barrier_all();
  ISTHMUS_SYNC_TYPES(RUN)
  ISTHMUS_SHORT_SYNC_TYPES(RUN)
  pass_long(&long_flag, (all_on_one_node() ? 6000 : 2000) / n);
  shmem_finalize();
  return 0;
}
