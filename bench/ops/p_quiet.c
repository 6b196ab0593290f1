/* The smallest store: one int, made visible by a quiet. */
#include <shmem.h>

#include "../harness.h"

static int* target;

static void p_quiet(long calls, size_t bytes) {
  (void)bytes;
  for (long i = 0; i < calls; ++i) {
    shmem_int_p(target, (int)i, 1);
    shmem_quiet();
  }
}

int main(int argc, char** argv) {
  harness_begin(argc, argv, "p_quiet", "shmem_int_p + shmem_quiet, PE 0 to PE 1", 2);
  target = harness_allocate(sizeof *target);
  harness_report_latency("int_p+quiet", sizeof *target, harness_measure(p_quiet, sizeof *target, pe_zero_calls));
  return harness_end();
}
