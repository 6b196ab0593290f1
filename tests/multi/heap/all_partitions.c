/* A job with as many partitions as there are ids must be able to allocate in each. */
#include <shmemx.h>

#include "expect.h"

enum { ids = 127 };

int main(void) {
  for (int id = 1; id <= ids; ++id) {
    char name[64];
    snprintf(name, sizeof name, "SHMEM_SYMMETRIC_PARTITION%d", id);
    setenv(name, "SIZE=1M", 1);
  }
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  int* words[ids + 1];
  for (int id = 1; id <= ids; ++id) {
    words[id] = shmem_partition_malloc(sizeof(int), id);
    EXPECT(words[id] != NULL);
    shmem_int_p(words[id], 1000 * id + me, (me + 1) % n);
  }
  shmem_barrier_all();
  for (int id = 1; id <= ids; ++id) EXPECT_EQ(*words[id], 1000 * id + (me + n - 1) % n);
  shmem_finalize();
  return 0;
}
