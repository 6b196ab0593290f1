/* A wait whose condition holds already: what a test of a flag costs. */
#include <shmem.h>

#include "../harness.h"

static int* flag;

static void wait_satisfied(long calls, size_t bytes) {
  (void)bytes;
  for (long i = 0; i < calls; ++i) shmem_int_wait_until(flag, SHMEM_CMP_NE, 0);
}

int main(int argc, char** argv) {
  harness_begin(argc, argv, "wait_until", "shmem_int_wait_until on a satisfied condition", 1);
  flag = harness_allocate(sizeof *flag);
  harness_report_latency("int_wait_until", sizeof *flag, harness_measure(wait_satisfied, sizeof *flag, pe_zero_calls));
  return harness_end();
}
