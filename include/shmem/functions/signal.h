/* Put with signal, and signals alone. Those that reach another PE exist with a context too. */

#define ISTHMUS_PUT_SIGNAL(NAME, TYPE)                                                                                \
  ISTHMUS_FN_CTX(void, NAME, (TYPE *dest, const TYPE *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,     \
                              int sig_op, int pe))

#define ISTHMUS_SIGNAL(NAME, TYPE)             \
  ISTHMUS_PUT_SIGNAL(NAME##_put_signal, TYPE)  \
  ISTHMUS_PUT_SIGNAL(NAME##_put_signal_nbi, TYPE)
ISTHMUS_RMA_TYPES(ISTHMUS_SIGNAL)
#undef ISTHMUS_SIGNAL

#define ISTHMUS_SIZED_SIGNAL(BITS, BYTES)      \
  ISTHMUS_PUT_SIGNAL(put##BITS##_signal, void) \
  ISTHMUS_PUT_SIGNAL(put##BITS##_signal_nbi, void)
ISTHMUS_SIZES(ISTHMUS_SIZED_SIGNAL)
#undef ISTHMUS_SIZED_SIGNAL

ISTHMUS_PUT_SIGNAL(putmem_signal, void)
ISTHMUS_PUT_SIGNAL(putmem_signal_nbi, void)
#undef ISTHMUS_PUT_SIGNAL

ISTHMUS_FN_CTX(void, signal_set, (uint64_t *sig_addr, uint64_t signal, int pe))
ISTHMUS_FN_CTX(void, signal_add, (uint64_t *sig_addr, uint64_t signal, int pe))
ISTHMUS_FN(uint64_t, shmem_signal_fetch, (const uint64_t *sig_addr))
ISTHMUS_FN(uint64_t, shmem_signal_wait_until, (uint64_t *sig_addr, int cmp, uint64_t cmp_value))
