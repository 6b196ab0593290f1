/* Put and get: contiguous, non-blocking, one element, strided (iput), block-strided (ibput). All with a context too. */

#define ISTHMUS_MOVE(NAME, TYPE) ISTHMUS_FN_CTX(void, NAME, (TYPE *dest, const TYPE *source, size_t nelems, int pe))
#define ISTHMUS_STRIDED(NAME, TYPE) \
  ISTHMUS_FN_CTX(void, NAME, (TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe))
#define ISTHMUS_BLOCKS(NAME, TYPE)                                                                        \
  ISTHMUS_FN_CTX(void, NAME, (TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, \
                              size_t nblocks, int pe))

/* By type: shmem_<name>_put, .. */
#define ISTHMUS_RMA(NAME, TYPE)                                      \
  ISTHMUS_MOVE(NAME##_put, TYPE)                                     \
  ISTHMUS_MOVE(NAME##_get, TYPE)                                     \
  ISTHMUS_MOVE(NAME##_put_nbi, TYPE)                                 \
  ISTHMUS_MOVE(NAME##_get_nbi, TYPE)                                 \
  ISTHMUS_FN_CTX(void, NAME##_p, (TYPE *dest, TYPE value, int pe))   \
  ISTHMUS_FN_CTX(TYPE, NAME##_g, (const TYPE *source, int pe))       \
  ISTHMUS_STRIDED(NAME##_iput, TYPE)                                 \
  ISTHMUS_STRIDED(NAME##_iget, TYPE)                                 \
  ISTHMUS_BLOCKS(NAME##_ibput, TYPE)                                 \
  ISTHMUS_BLOCKS(NAME##_ibget, TYPE)
ISTHMUS_RMA_TYPES(ISTHMUS_RMA)
#undef ISTHMUS_RMA

/* By size in bits: shmem_put32, .. */
#define ISTHMUS_SIZED(BITS, BYTES)     \
  ISTHMUS_MOVE(put##BITS, void)        \
  ISTHMUS_MOVE(get##BITS, void)        \
  ISTHMUS_MOVE(put##BITS##_nbi, void)  \
  ISTHMUS_MOVE(get##BITS##_nbi, void)  \
  ISTHMUS_STRIDED(iput##BITS, void)    \
  ISTHMUS_STRIDED(iget##BITS, void)    \
  ISTHMUS_BLOCKS(ibput##BITS, void)    \
  ISTHMUS_BLOCKS(ibget##BITS, void)
ISTHMUS_SIZES(ISTHMUS_SIZED)
#undef ISTHMUS_SIZED

/* By bytes. */
ISTHMUS_MOVE(putmem, void)
ISTHMUS_MOVE(getmem, void)
ISTHMUS_MOVE(putmem_nbi, void)
ISTHMUS_MOVE(getmem_nbi, void)

#undef ISTHMUS_MOVE
#undef ISTHMUS_STRIDED
#undef ISTHMUS_BLOCKS
