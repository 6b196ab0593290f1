/* Operations of one context must progress while their PE waits for something else: here for an answer that comes only
 * once the other context's bytes have arrived, which are more than the network buffers. Nothing completes the context,
 * so the job hangs if waiting does not drive it. */
#include <shmemx.h>

#include "expect.h"

enum { bytes = 24 << 20 };
static long arrived, answer;

static void ask_by(shmem_ctx_t context, char* dest, const char* source, long round) {
  const int me = shmem_my_pe();
  if (me == 0) {
    shmem_ctx_putmem_nbi(context, dest, source, bytes, 1);
    shmem_ctx_long_p(context, &arrived, round, 1);
    shmem_long_wait_until(&answer, SHMEM_CMP_EQ, round);
  } else if (me == 1) {
    shmem_long_wait_until(&arrived, SHMEM_CMP_EQ, round);
    shmem_long_p(&answer, round, 0);
  }
  shmem_barrier_all();
}

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  char* source = shmem_malloc(bytes);
  char* dest = shmem_malloc((size_t)bytes * (size_t)n);
  memset(source, me + 1, bytes);
  const long options[] = {0, SHMEM_CTX_SERIALIZED, SHMEM_CTX_PRIVATE, SHMEM_CTX_NOSTORE};
  for (int i = 0; i < 4; ++i) {
    shmem_ctx_t context;
    EXPECT_EQ(shmem_ctx_create(options[i], &context), 0);
    ask_by(context, dest, source, i + 1);
    shmem_ctx_destroy(context);
    shmem_barrier_all();
    if (me == 1) EXPECT_EQ(dest[bytes - 1], 1);
  }
  ask_by(SHMEM_CTX_DEFAULT, dest, source, 5);
  shmemx_req_t request;
  EXPECT_EQ(shmemx_fcollectmem_nb(SHMEM_TEAM_WORLD, dest, source, bytes, &request), 0);
  shmemx_req_wait(&request);
  for (int pe = 0; pe < n; ++pe) {
    EXPECT_EQ(dest[(size_t)bytes * (size_t)pe], pe + 1);
    EXPECT_EQ(dest[(size_t)bytes * (size_t)(pe + 1) - 1], pe + 1);
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
