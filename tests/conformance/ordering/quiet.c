/* quiet completes what was issued, for everybody to see: a third PE that is told afterwards finds the data at the
 * second; non-blocking gets and fetches have their values; two PEs that write and then read cannot both miss the other.
 */
#include "program.h"

enum { words = 17, rounds = 200 };

static long data[max_pes][words];
static int told[max_pes];

/* Puts to the next PE and tells the one after it, which reads the next PE's memory. */
static void third_party(void) {
  const int target = (me + 1) % n, witness = (me + 2) % n;
  const int teller = (me + 2 * n - 2) % n, holder = (teller + 1) % n;
  for (int i = 1; i <= some_of(rounds); ++i) {
    long source[words], got[words];
    for (int k = 0; k < words; ++k) source[k] = i * 1000L + me * 50 + k;
    switch (i % 4) {
      case 0:
        shmem_long_put(data[me], source, words, target);
        break;
      case 1:
        shmem_long_put_nbi(data[me], source, words, target);
        break;
      case 2:
        shmem_long_iput(data[me], source, 1, 1, words, target);
        break;
      default:
        for (int k = 0; k < words; ++k) shmem_long_atomic_set(&data[me][k], source[k], target);
    }
    shmem_quiet();
    shmem_int_atomic_set(&told[me], i, witness);
    shmem_int_wait_until(&told[teller], SHMEM_CMP_EQ, i);
    if (i % 2)
      shmem_long_get(got, data[teller], words, holder);
    else {
      shmem_long_get_nbi(got, data[teller], words, holder);
      shmem_quiet();
    }
    for (int k = 0; k < words; ++k) EXPECT_EQ(got[k], i * 1000L + teller * 50 + k);
    shmem_barrier_all();
  }
}

/* Put, quiet, get: of two PEs that write to each other, at least one sees the other's mark. */
static void nobody_misses_both(void) {
  static int mark[2], missed;
  const int pair = n / 2, side = me < pair ? 0 : 1, partner = side ? me - pair : me + pair;
  for (int i = 1; i <= some_of(rounds); ++i) {
    shmem_barrier_all();
    if (me < 2 * pair) {
      shmem_int_p(&mark[side], i, partner);
      shmem_quiet();
      if (shmem_int_g(&mark[1 - side], me) != i) shmem_int_atomic_inc(&missed, side ? partner : me);
    }
    shmem_barrier_all();
    EXPECT(missed <= 1);
    shmem_barrier_all();
    missed = 0;
  }
}

static void fetches(void) {
  static long counter;
  long old[50];
  shmem_barrier_all();
  for (int i = 0; i < 50; ++i) shmem_long_atomic_fetch_inc_nbi(&old[i], &counter, 0);
  shmem_quiet();
  for (int i = 0; i < 50; ++i) EXPECT(old[i] >= i && old[i] < 50L * n);
  shmem_barrier_all();
  if (me == 0) EXPECT_EQ(counter, 50 * n);
}

int main(void) {
  begin();
  third_party();
  nobody_misses_both();
  fetches();
  return end();
}
