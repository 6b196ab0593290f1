/* shmem_wait and shmem_TYPE_wait wait until the variable is *not* equal; shmem_wait_until is the long one; short and
 * unsigned short have wait_until and test. Flags by put, as programs of that time did. */
#include "program.h"

static int turn;

/* Each PE sets a flag on the next, so that the waits really wait. */
#define CHECK(NAME, TYPE, ACT)                           \
  static void NAME##_check(void) {                       \
    static TYPE flag;                                    \
    const int next = (me + 1) % n;                       \
    for (TYPE round = 1; round <= 10; ++round) {         \
      if (me == 0) shmem_##NAME##_p(&flag, round, next); \
      ACT;                                               \
      EXPECT_EQ(flag, round);                            \
      if (me != 0) shmem_##NAME##_p(&flag, round, next); \
    }                                                    \
    ++turn;                                              \
    shmem_barrier_all();                                 \
  }
#define WAIT(NAME, TYPE) CHECK(NAME, TYPE, shmem_##NAME##_wait(&flag, (TYPE)(round - 1)))
ISTHMUS_WAIT_OLD_TYPES(WAIT)

#define shmem_plain_p shmem_long_p
CHECK(plain, long, shmem_wait(&flag, round - 1))
#define shmem_ushort_until_p shmem_ushort_p
CHECK(ushort_until, unsigned short, shmem_ushort_wait_until(&flag, SHMEM_CMP_GE, round))
#define shmem_short_until_p shmem_short_p
CHECK(short_until, short, shmem_short_wait_until(&flag, SHMEM_CMP_EQ, round))
#define shmem_long_until_p shmem_long_p
CHECK(long_until, long, shmem_wait_until(&flag, SHMEM_CMP_EQ, round))
#define shmem_function_p shmem_long_p
CHECK(function, long, (shmem_wait_until)(&flag, SHMEM_CMP_GT, round - 1)) /* the function, not the generic name */

int main(void) {
  begin();
#define RUN(NAME, TYPE) NAME##_check();
  ISTHMUS_WAIT_OLD_TYPES(RUN)
  plain_check();
  ushort_until_check();
  short_until_check();
  long_until_check();
  function_check();
  EXPECT_EQ(turn, 9);
  return end();
}
