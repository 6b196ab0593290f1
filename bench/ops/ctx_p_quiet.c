/* p + quiet on a context of one's own, which may skip what the default context shares with other threads. */
#include <shmem.h>
#include <stdio.h>

#include "../harness.h"

static shmem_ctx_t context;
static int* target;

static void p_quiet(long calls, size_t bytes) {
  (void)bytes;
  for (long i = 0; i < calls; ++i) {
    shmem_ctx_int_p(context, target, (int)i, 1);
    shmem_ctx_quiet(context);
  }
}

int main(int argc, char** argv) {
  harness_begin(argc, argv, "ctx_p_quiet", "shmem_ctx_int_p + shmem_ctx_quiet on a private context, PE 0 to PE 1", 2);
  target = harness_allocate(sizeof *target);
  if (shmem_ctx_create(SHMEM_CTX_PRIVATE, &context) != 0) {
    fprintf(stderr, "ctx_p_quiet: shmem_ctx_create failed on PE %d\n", harness_me());
    shmem_global_exit(2);
  }
  harness_report_latency("ctx_int_p+quiet", sizeof *target, harness_measure(p_quiet, sizeof *target, pe_zero_calls));
  shmem_ctx_destroy(context);
  return harness_end();
}
