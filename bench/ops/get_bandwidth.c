/* A window of nonblocking gets, then one quiet. The blocks of a window follow one another through both buffers, so that
 * a size is measured with the cache behaviour of a message of window x size bytes, at most 8 MiB. */
#include <shmem.h>

#include "../harness.h"

enum { window = 32 };
static const size_t buffer_bytes = (size_t)8 << 20;
static char* target;
static char* source;

static void get_window(long calls, size_t bytes) {
  const size_t blocks = buffer_bytes / bytes < window ? buffer_bytes / bytes : window;
  size_t block = 0;
  for (long i = 0; i < calls; ++i) {
    shmem_getmem_nbi(target + block * bytes, source + block * bytes, bytes, 1);
    if (++block == blocks) {
      block = 0;
      shmem_quiet();
    }
  }
  shmem_quiet();
}

int main(int argc, char** argv) {
  harness_begin(argc, argv, "get_bandwidth", "shmem_getmem_nbi in windows of 32 + shmem_quiet, PE 0 from PE 1", 2);
  target = harness_allocate(buffer_bytes);
  source = harness_allocate(buffer_bytes);
  for (size_t bytes; harness_next_size((size_t)4 << 20, &bytes);) {
    harness_report_bandwidth("getmem_nbi", bytes, harness_measure(get_window, bytes, pe_zero_calls));
  }
  return harness_end();
}
