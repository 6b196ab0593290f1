/* Memory of an OpenMP device, written and read by target regions, put and got by others. */
#include <omp.h>
#include <shmemx.h>
#include <stdio.h>

#include "../../multi/expect.h"

enum { kWords = 10000 };

static void write_there(int* there, int n, int seed, int device) {
#pragma omp target is_device_ptr(there) device(device)
  for (int i = 0; i < n; ++i) there[i] = seed + i;
}

static long sum_there(const int* there, int n, int device) {
  long sum = 0;
#pragma omp target is_device_ptr(there) map(tofrom : sum) device(device)
  for (int i = 0; i < n; ++i) sum += there[i];
  return sum;
}

int main(void) {
  static int seen[kWords];
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes(), right = (me + 1) % n, left = (me + n - 1) % n;
  /* The device that the partition is on: chosen by the PE's number on the node, and all PEs are on one node here. */
  const int device = me % omp_get_num_devices();
  int* there = shmem_partition_malloc(2 * kWords * sizeof *there, 2);
  EXPECT(there != NULL);
  EXPECT_EQ(strcmp(shmemx_kind_of(there), "LIBOMP"), 0);
  write_there(there, kWords, me * kWords, device);
  shmem_barrier_all();
  shmem_int_get(seen, there, kWords, right);
  for (int i = 0; i < kWords; ++i) EXPECT_EQ(seen[i], right * kWords + i);
  shmem_int_put(there + kWords, there, kWords, right);
  shmem_barrier_all();
  EXPECT_EQ(sum_there(there + kWords, kWords, device), (long)kWords * left * kWords + (long)kWords * (kWords - 1) / 2);
  shmem_free(there);
  if (me == 0) printf("target regions of %d PEs and puts agree\n", n);
  shmem_finalize();
  return 0;
}
