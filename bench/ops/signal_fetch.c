/* Reading this PE's own signal word; OpenSHMEM 1.5. */
#include <shmem.h>
#include <stdint.h>

#include "../harness.h"

static uint64_t* signal_word;
static volatile uint64_t sink;

static void signal_fetch(long calls, size_t bytes) {
  (void)bytes;
  uint64_t sum = 0;
  for (long i = 0; i < calls; ++i) sum ^= shmem_signal_fetch(signal_word);
  sink = sum;
}

int main(int argc, char** argv) {
  harness_begin(argc, argv, "signal_fetch", "shmem_signal_fetch of an own signal", 1);
  signal_word = harness_allocate(sizeof *signal_word);
  harness_report_latency("signal_fetch", sizeof *signal_word,
                         harness_measure(signal_fetch, sizeof *signal_word, pe_zero_calls));
  return harness_end();
}
