/* 64 bits only: the 32-bit form of Open MPI 4.1's OSHMEM writes past its result. */
#include <shmem.h>

#include "../harness.h"

static long* target;
static volatile long sink;

static void compare_swap(long calls, size_t bytes) {
  (void)bytes;
  long seen = 0;
  for (long i = 0; i < calls; ++i) seen = shmem_long_atomic_compare_swap(target, seen, i, 1);
  sink = seen;
}

int main(int argc, char** argv) {
  harness_begin(argc, argv, "atomic_compare_swap", "shmem_long_atomic_compare_swap, PE 0 to PE 1", 2);
  target = harness_allocate(sizeof *target);
  harness_report_latency("long_atomic_compare_swap", sizeof *target,
                         harness_measure(compare_swap, sizeof *target, pe_zero_calls));
  return harness_end();
}
