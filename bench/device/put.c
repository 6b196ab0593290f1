/* One put, or one get, between the device memory of two PEs, and what makes it visible. */
#include <shmem.h>

#include "memory.h"

static char *target, *source, *host;

static void put(long calls, size_t bytes) {
  for (long i = 0; i < calls; ++i) {
    shmem_putmem(target, source, bytes, 1);
    shmem_quiet();
  }
}

/* The put and the driver's own copy to the same place alternate, and one of them is timed, so that noise of the process
 * and the machine affects both alike. */
static char* theirs;
static void by_turns(long calls, size_t bytes, bool puts_timed) {
  if (!puts_timed) harness_clock_off();
  for (long i = 0; i < calls; ++i) {
    shmem_putmem(target, source, bytes, 1);
    shmem_quiet();
    (puts_timed ? harness_clock_off : harness_clock_on)();
    memory_between_devices(theirs, source, bytes);
    (puts_timed ? harness_clock_on : harness_clock_off)();
  }
  if (!puts_timed) harness_clock_on();
}
static void put_by_turns(long calls, size_t bytes) { by_turns(calls, bytes, true); }
static void copy_by_turns(long calls, size_t bytes) { by_turns(calls, bytes, false); }

static void get(long calls, size_t bytes) {
  for (long i = 0; i < calls; ++i) shmem_getmem(target, source, bytes, 1);
}

static void put_from_host(long calls, size_t bytes) {
  for (long i = 0; i < calls; ++i) {
    shmem_putmem(target, host, bytes, 1);
    shmem_quiet();
  }
}

static void get_to_host(long calls, size_t bytes) {
  for (long i = 0; i < calls; ++i) shmem_getmem(host, source, bytes, 1);
}

static bool came(size_t bytes) { return harness_me() != 1 || memory_is_from(target, bytes, 0); }
static bool fetched(size_t bytes) { return harness_me() != 0 || memory_is_from(target, bytes, 1); }
static bool unchecked(size_t bytes) {
  (void)bytes;
  return true;
}

int main(int argc, char** argv) {
  harness_begin(argc, argv, "put", "one transfer between the device memory of PE 0 and of PE 1", 2);
  const size_t largest = memory_largest((size_t)256 << 20), largest_host = (size_t)4 << 20;
  target = memory_allocate(largest);
  source = memory_allocate(largest);
  host = harness_allocate(largest_host);
  memory_fill(source, largest);
  if (memory_copies_between_devices()) theirs = shmem_ptr(target, 1);
  for (size_t bytes; harness_next_size(largest, &bytes);) {
    memory_measure("putmem+quiet", put, bytes, pe_zero_calls_others_sleep, came);
    if (theirs != NULL) {
      const Sample puts = memory_measure("putmem+quiet, by turns", put_by_turns, bytes, pe_zero_calls_others_sleep, came);
      const Sample raw = memory_measure("raw copy, by turns", copy_by_turns, bytes, pe_zero_calls_others_sleep, came);
      harness_report_factor("putmem+quiet of raw copy", bytes, puts, raw, "lower");
    }
    memory_measure("getmem", get, bytes, pe_zero_calls_others_sleep, fetched);
    if (bytes > largest_host) continue;
    memory_measure("host to device", put_from_host, bytes, pe_zero_calls_others_sleep, unchecked);
    memory_measure("device to host", get_to_host, bytes, pe_zero_calls_others_sleep, unchecked);
  }
  return harness_end();
}
