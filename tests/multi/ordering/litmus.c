/* Two stores with a fence between them, as fast as they can be made, with nothing else that would order them: whoever
 * sees the second sees the first. The data words lie on many cache lines that the readers keep for themselves, so that
 * a store to one takes longer than the store to the flag, and would be overtaken without the fence. */
#include "expect.h"

enum { lines = 64, per_line = 16 };

static long steps;

static _Alignas(128) long data[lines][per_line];
static _Alignas(128) long flag[per_line];

/* How the first store is ordered before the second; by a wait it is one to this PE's own memory, which the wait sees before
 * others need to. */
enum order { by_fence, by_quiet, by_wait, by_test, orders };

static void write_all(int n, enum order order) {
  for (long step = 1; step <= steps; ++step)
    for (int pe = 1; pe < n; ++pe) {
      long* const word = &data[step % lines][0];
      shmem_long_p(word, step, order < by_wait ? pe : 0);
      if (order == by_fence) shmem_fence();
      if (order == by_quiet) shmem_quiet();
      if (order == by_wait) shmem_long_wait_until(word, SHMEM_CMP_EQ, step);
      while (order == by_test && !shmem_long_test(word, SHMEM_CMP_EQ, step)) {
      }
      shmem_long_p(&flag[0], step, pe);
    }
}

static void read_all(const volatile long* words) {
  for (long seen = 0; seen < steps;) {
    shmem_long_wait_until(&flag[0], SHMEM_CMP_GT, seen);
    seen = shmem_long_g(&flag[0], shmem_my_pe());
    shmem_long_wait_until(&flag[0], SHMEM_CMP_GE, seen); /* acquires what was put before `seen` */
    EXPECT(words[seen % lines * per_line] >= seen);
    for (int i = 0; i < lines; i += 4) (void)words[(seen + i) % lines * per_line];
  }
}

int main(void) {
  shmem_init();
  /* On the wire a message takes a microsecond or more, and values of one byte do not tear. */
  steps = all_on_one_node() ? 1000000 : 255;
  const enum order last = all_on_one_node() ? orders : by_wait; /* on the wire a get would order */
  for (enum order order = by_fence; order < last; ++order) {
    long* const theirs = order < by_wait ? &data[0][0] : shmem_ptr(&data[0][0], 0);
    memset(data, 0, sizeof data);
    memset(flag, 0, sizeof flag);
    shmem_barrier_all();
    if (shmem_my_pe() == 0)
      write_all(shmem_n_pes(), order);
    else
      read_all(theirs);
    shmem_barrier_all();
  }
  shmem_finalize();
  return 0;
}
