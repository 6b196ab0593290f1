/* All PEs meet: barrier_all also completes outstanding operations, sync_all does not. */
#include <shmem.h>

#include "../harness.h"

static void barrier(long calls, size_t bytes) {
  (void)bytes;
  for (long i = 0; i < calls; ++i) shmem_barrier_all();
}

static void sync(long calls, size_t bytes) {
  (void)bytes;
  for (long i = 0; i < calls; ++i) shmem_sync_all();
}

int main(int argc, char** argv) {
  harness_begin(argc, argv, "barrier", "shmem_barrier_all and shmem_sync_all", 1);
  harness_report_latency("barrier_all", 0, harness_measure(barrier, 0, every_pe_calls));
  harness_report_latency("sync_all", 0, harness_measure(sync, 0, every_pe_calls));
  return harness_end();
}
