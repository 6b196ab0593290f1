/* Uncertain point 10, as decided: start and stop on SHMEM_CTX_INVALID do nothing; a null config is fine with mask 0. */
#include "program.h"

int main(void) {
  begin();
  const shmem_ctx_session_config_t config = {5};
  shmem_ctx_session_stop(SHMEM_CTX_INVALID);
  shmem_ctx_session_start(SHMEM_CTX_INVALID, 0, NULL, 0);
  shmem_ctx_session_start(SHMEM_CTX_INVALID, SHMEM_CTX_SESSION_BATCH, &config, SHMEM_CTX_SESSION_TOTAL_OPS);
  shmem_ctx_session_stop(SHMEM_CTX_INVALID);
  shmem_ctx_session_start(SHMEM_CTX_DEFAULT, SHMEM_CTX_SESSION_BATCH, NULL, 0);
  shmem_ctx_session_stop(SHMEM_CTX_DEFAULT);
  return end();
}
