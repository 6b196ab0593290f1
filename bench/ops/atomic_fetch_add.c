/* A fetching atomic is complete when it returns. */
#include <shmem.h>

#include "../harness.h"

static long* target;
static volatile long sink;

static void fetch_add(long calls, size_t bytes) {
  (void)bytes;
  long sum = 0;
  for (long i = 0; i < calls; ++i) sum ^= shmem_long_atomic_fetch_add(target, 1, 1);
  sink = sum;
}

int main(int argc, char** argv) {
  harness_begin(argc, argv, "atomic_fetch_add", "shmem_long_atomic_fetch_add, PE 0 to PE 1", 2);
  target = harness_allocate(sizeof *target);
  const Sample sample = harness_measure(fetch_add, sizeof *target, pe_zero_calls);
  harness_report_latency("long_atomic_fetch_add", sizeof *target, sample);
  harness_report_rate("long_atomic_fetch_add_rate", sizeof *target, sample);
  return harness_end();
}
