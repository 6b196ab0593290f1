/* One blocking get: the data is here when it returns. */
#include <shmem.h>

#include "../harness.h"

static char* target;
static char* source;

static void get(long calls, size_t bytes) {
  for (long i = 0; i < calls; ++i) shmem_getmem(target, source, bytes, 1);
}

int main(int argc, char** argv) {
  const size_t largest = (size_t)4 << 20;
  harness_begin(argc, argv, "get_latency", "shmem_getmem, PE 0 from PE 1", 2);
  target = harness_allocate(largest);
  source = harness_allocate(largest);
  for (size_t bytes; harness_next_size(largest, &bytes);) {
    harness_report_latency("getmem", bytes, harness_measure(get, bytes, pe_zero_calls));
  }
  return harness_end();
}
