/* A non-fetching atomic: each completed by a quiet (latency), and completed once per window of 64 (rate). */
#include <shmem.h>

#include "../harness.h"

enum { window = 64 };
static long* target;

static void inc_quiet(long calls, size_t bytes) {
  (void)bytes;
  for (long i = 0; i < calls; ++i) {
    shmem_long_atomic_inc(target, 1);
    shmem_quiet();
  }
}

static void inc_window(long calls, size_t bytes) {
  (void)bytes;
  for (long i = 0; i < calls; ++i) {
    shmem_long_atomic_inc(target + i % window, 1);
    if (i % window == window - 1) shmem_quiet();
  }
  shmem_quiet();
}

int main(int argc, char** argv) {
  harness_begin(argc, argv, "atomic_inc", "shmem_long_atomic_inc, PE 0 to PE 1", 2);
  target = harness_allocate(window * sizeof *target);
  harness_report_latency("long_atomic_inc+quiet", sizeof *target,
                         harness_measure(inc_quiet, sizeof *target, pe_zero_calls));
  harness_report_rate("long_atomic_inc_rate", sizeof *target,
                      harness_measure(inc_window, sizeof *target, pe_zero_calls));
  return harness_end();
}
