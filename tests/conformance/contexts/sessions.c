/* Sessions are hints: with any options, nested, unfinished or never started, operations do what they do without. A stop
 * completes nothing and needs no start. */
#include "program.h"

static long words[max_pes];

static void use(shmem_ctx_t context, long value) {
  for (int pe = 0; pe < n; ++pe) shmem_ctx_long_put_nbi(context, &words[me], &value, 1, pe);
  shmem_ctx_quiet(context);
  shmem_sync_all();
  for (int from = 0; from < n; ++from) EXPECT_EQ(words[from], value);
  shmem_sync_all();
}

/* A put in a session must be seen in the end without quiet or stop, since the target waits for nothing else. */
static void passes_on(shmem_ctx_t context, long value) {
  for (int pe = 0; pe < n; ++pe) shmem_ctx_long_atomic_set(context, &words[me], value, pe);
  for (int from = 0; from < n; ++from) shmem_long_wait_until(&words[from], SHMEM_CMP_EQ, value);
  shmem_sync_all();
}

int main(void) {
  begin();
  shmem_ctx_t created;
  EXPECT_EQ(shmem_ctx_create(0, &created), 0);
  const shmem_ctx_t contexts[] = {SHMEM_CTX_DEFAULT, created};
  const shmem_ctx_session_config_t few = {10}, unknown = {SIZE_MAX}, none = {0};
  for (int i = 0; i < 2; ++i) {
    const shmem_ctx_t context = contexts[i];
    shmem_ctx_session_stop(context); /* none is running */
    shmem_ctx_session_start(context, 0, NULL, 0);
    use(context, 1);
    shmem_ctx_session_start(context, SHMEM_CTX_SESSION_BATCH, &few, SHMEM_CTX_SESSION_TOTAL_OPS); /* nested */
    use(context, 2);
    passes_on(context, 3);
    shmem_ctx_session_start(context, SHMEM_CTX_SESSION_BATCH, &unknown, SHMEM_CTX_SESSION_TOTAL_OPS);
    use(context, 4);
    shmem_ctx_session_stop(context);
    shmem_ctx_session_stop(context);
    shmem_ctx_session_start(context, SHMEM_CTX_SESSION_BATCH, &none, 0);
    for (long k = 10; k < 60; ++k) use(context, k); /* more than announced */
    passes_on(context, 60);
    shmem_ctx_session_stop(context);
    use(context, 61);
    shmem_ctx_session_start(context, SHMEM_CTX_SESSION_BATCH, &few, SHMEM_CTX_SESSION_TOTAL_OPS); /* left open */
  }
  shmem_ctx_session_start(SHMEM_CTX_INVALID, SHMEM_CTX_SESSION_BATCH, &few, SHMEM_CTX_SESSION_TOTAL_OPS);
  shmem_ctx_destroy(created);
  use(SHMEM_CTX_DEFAULT, 100);
  return end();
}
