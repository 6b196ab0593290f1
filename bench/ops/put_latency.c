/* One blocking put and the quiet that makes it visible: the time until the target may be told of the data. */
#include <shmem.h>

#include "../harness.h"

static char* target;
static char* source;

static void put_quiet(long calls, size_t bytes) {
  for (long i = 0; i < calls; ++i) {
    shmem_putmem(target, source, bytes, 1);
    shmem_quiet();
  }
}

int main(int argc, char** argv) {
  const size_t largest = (size_t)4 << 20;
  harness_begin(argc, argv, "put_latency", "shmem_putmem + shmem_quiet, PE 0 to PE 1", 2);
  target = harness_allocate(largest);
  source = harness_allocate(largest);
  for (size_t bytes; harness_next_size(largest, &bytes);) {
    harness_report_latency("putmem+quiet", bytes, harness_measure(put_quiet, bytes, pe_zero_calls));
  }
  return harness_end();
}
