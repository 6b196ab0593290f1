/* 16 MiB of initialised data, for cold_start.py, which runs this with the executable's pages thrown out of the page
 * cache: no value may be lost with them. */
#include "expect.h"

enum { count = 4 << 20, step = 4096 };

#define INIT_4(at, value) \
  [at] = value, [at + step] = value + 1, [at + 2 * step] = value + 2, [at + 3 * step] = value + 3
static int cold[count] = {INIT_4(0, 100), INIT_4(count / 4, 200), INIT_4(count / 2, 300),
                          INIT_4(count - 4 * step, 400)};

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  const size_t starts[] = {0, count / 4, count / 2, count - 4 * step};
  for (int block = 0; block < 4; ++block)
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(cold[starts[block] + (size_t)i * step], 100 * (block + 1) + i);
      EXPECT_EQ(shmem_int_g(&cold[starts[block] + (size_t)i * step], (me + 1) % n), 100 * (block + 1) + i);
    }
  shmem_finalize();
  return 0;
}
