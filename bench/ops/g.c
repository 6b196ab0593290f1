/* The smallest load: one int. */
#include <shmem.h>

#include "../harness.h"

static int* source;
static volatile int sink;

static void g(long calls, size_t bytes) {
  (void)bytes;
  int sum = 0;
  for (long i = 0; i < calls; ++i) sum ^= shmem_int_g(source, 1);
  sink = sum;
}

int main(int argc, char** argv) {
  harness_begin(argc, argv, "g", "shmem_int_g, PE 0 from PE 1", 2);
  source = harness_allocate(sizeof *source);
  harness_report_latency("int_g", sizeof *source, harness_measure(g, sizeof *source, pe_zero_calls));
  return harness_end();
}
