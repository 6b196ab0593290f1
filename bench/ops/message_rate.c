/* How many 8-byte messages a second one PE sends when it waits for completion only once per window of 64. */
#include <shmem.h>

#include "../harness.h"

enum { window = 64 };
static long* target;
static long* source;

static void p_window(long calls, size_t bytes) {
  (void)bytes;
  for (long i = 0; i < calls; ++i) {
    shmem_long_p(target + i % window, i, 1);
    if (i % window == window - 1) shmem_quiet();
  }
  shmem_quiet();
}

static void put_window(long calls, size_t bytes) {
  for (long i = 0; i < calls; ++i) {
    shmem_putmem(target + i % window, source + i % window, bytes, 1);
    if (i % window == window - 1) shmem_quiet();
  }
  shmem_quiet();
}

static void put_nbi_window(long calls, size_t bytes) {
  for (long i = 0; i < calls; ++i) {
    shmem_putmem_nbi(target + i % window, source + i % window, bytes, 1);
    if (i % window == window - 1) shmem_quiet();
  }
  shmem_quiet();
}

int main(int argc, char** argv) {
  const size_t bytes = sizeof *target;
  harness_begin(argc, argv, "message_rate", "8-byte messages in windows of 64 + shmem_quiet, PE 0 to PE 1", 2);
  target = harness_allocate(window * bytes);
  source = harness_allocate(window * bytes);
  harness_report_rate("long_p", bytes, harness_measure(p_window, bytes, pe_zero_calls));
  harness_report_rate("putmem", bytes, harness_measure(put_window, bytes, pe_zero_calls));
  harness_report_rate("putmem_nbi", bytes, harness_measure(put_nbi_window, bytes, pe_zero_calls));
  return harness_end();
}
