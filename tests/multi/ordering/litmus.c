/* Two stores with a fence between them, as fast as they can be made, with nothing else that would order them: whoever
 * sees the second sees the first. The data words lie on many cache lines that the readers keep for themselves, so that
 * a store to one takes longer than the store to the flag, and would be overtaken without the fence. */
#include "expect.h"

enum { lines = 64, per_line = 16 };

static long steps;

static _Alignas(128) long data[lines][per_line];
static _Alignas(128) long flag[per_line];

static void write_all(int n, int with_quiet) {
  for (long step = 1; step <= steps; ++step)
    for (int pe = 1; pe < n; ++pe) {
      shmem_long_p(&data[step % lines][0], step, pe);
      if (with_quiet)
        shmem_quiet();
      else
        shmem_fence();
      shmem_long_p(&flag[0], step, pe);
    }
}

static void read_all(void) {
  for (long seen = 0; seen < steps;) {
    shmem_long_wait_until(&flag[0], SHMEM_CMP_GT, seen);
    seen = shmem_long_g(&flag[0], shmem_my_pe());
    shmem_long_wait_until(&flag[0], SHMEM_CMP_GE, seen); /* acquires what was put before `seen` */
    EXPECT(*(volatile long*)&data[seen % lines][0] >= seen);
    for (int i = 0; i < lines; i += 4) (void)*(volatile long*)&data[(seen + i) % lines][0];
  }
}

int main(void) {
  shmem_init();
  /* On the wire a message takes a microsecond or more, and values of one byte do not tear. */
  steps = all_on_one_node() ? 1000000 : 255;
  for (int with_quiet = 0; with_quiet < 2; ++with_quiet) {
    memset(data, 0, sizeof data);
    memset(flag, 0, sizeof flag);
    shmem_barrier_all();
    if (shmem_my_pe() == 0)
      write_all(shmem_n_pes(), with_quiet);
    else
      read_all();
    shmem_barrier_all();
  }
  shmem_finalize();
  return 0;
}
