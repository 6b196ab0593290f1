/* Ordering and completion. */

ISTHMUS_FN(void, shmem_fence, (void))
ISTHMUS_FN(void, shmem_ctx_fence, (shmem_ctx_t ctx))
ISTHMUS_FN(void, shmem_quiet, (void))
ISTHMUS_FN(void, shmem_ctx_quiet, (shmem_ctx_t ctx))
ISTHMUS_FN_CTX(void, pe_quiet, (const int *target_pes, size_t npes))
