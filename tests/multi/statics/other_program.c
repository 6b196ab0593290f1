/* PE 0, with more static data than PE 1 and on another node: the static data are not symmetric with it, which a call says. */
#include <shmem.h>

#ifndef MORE
#define MORE 1
#endif
static long word, more[MORE];

int main(void) {
  shmem_init();
  if (shmem_addr_accessible(&word, 1 - shmem_my_pe())) shmem_global_exit(99);
  shmem_barrier_all();
  if (shmem_my_pe() == 0) {
    more[MORE - 1] = 1;
    shmem_long_atomic_inc(&more[MORE - 1], 1);
    shmem_quiet();
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
