/* Calls that are queued on a stream; read by shmemx.h, which explains them. */

#define ISTHMUS_MOVE(NAME, TYPE) \
  ISTHMUS_FN(void, NAME##_on_stream, (TYPE *dest, const TYPE *source, size_t nelems, int pe, shmemx_stream_t stream))
#define ISTHMUS_STRIDED(NAME, TYPE)                                                                                   \
  ISTHMUS_FN(void, NAME##_on_stream, (TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,    \
                                      int pe, shmemx_stream_t stream))
#define ISTHMUS_PUT_SIGNAL(NAME, TYPE)                                                                                \
  ISTHMUS_FN(void, NAME##_on_stream, (TYPE *dest, const TYPE *source, size_t nelems, uint64_t *sig_addr,              \
                                      uint64_t signal, int sig_op, int pe, shmemx_stream_t stream))
#define ISTHMUS_MOVES(PREFIX, SUFFIX, TYPE)                    \
  ISTHMUS_MOVE(PREFIX##put##SUFFIX, TYPE)                      \
  ISTHMUS_MOVE(PREFIX##get##SUFFIX, TYPE)                      \
  ISTHMUS_MOVE(PREFIX##put##SUFFIX##_nbi, TYPE)                \
  ISTHMUS_MOVE(PREFIX##get##SUFFIX##_nbi, TYPE)                \
  ISTHMUS_PUT_SIGNAL(PREFIX##put##SUFFIX##_signal, TYPE)       \
  ISTHMUS_PUT_SIGNAL(PREFIX##put##SUFFIX##_signal_nbi, TYPE)
#define ISTHMUS_STRIDES(PREFIX, SUFFIX, TYPE)      \
  ISTHMUS_STRIDED(PREFIX##iput##SUFFIX, TYPE)      \
  ISTHMUS_STRIDED(PREFIX##iget##SUFFIX, TYPE)
#define ISTHMUS_COLLECTIVES(PREFIX, SUFFIX, TYPE)                                                                     \
  ISTHMUS_FN(int, PREFIX##broadcast##SUFFIX##_on_stream,                                                              \
             (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems, int PE_root, shmemx_stream_t stream)) \
  ISTHMUS_FN(int, PREFIX##fcollect##SUFFIX##_on_stream,                                                               \
             (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems, shmemx_stream_t stream))              \
  ISTHMUS_FN(int, PREFIX##alltoall##SUFFIX##_on_stream,                                                               \
             (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems, shmemx_stream_t stream))

#define ISTHMUS_TYPED(NAME, TYPE)                                                                                 \
  ISTHMUS_MOVES(shmemx_##NAME##_, , TYPE)                                                                         \
  ISTHMUS_STRIDES(shmemx_##NAME##_, , TYPE)                                                                       \
  ISTHMUS_FN(void, shmemx_##NAME##_p_on_stream, (TYPE *dest, TYPE value, int pe, shmemx_stream_t stream))         \
  ISTHMUS_FN(TYPE, shmemx_##NAME##_g_on_stream, (const TYPE *source, int pe, shmemx_stream_t stream))             \
  ISTHMUS_COLLECTIVES(shmemx_##NAME##_, , TYPE)
ISTHMUS_RMA_TYPES(ISTHMUS_TYPED)
#undef ISTHMUS_TYPED
#define ISTHMUS_SIZED(BITS, BYTES)       \
  ISTHMUS_MOVES(shmemx_, BITS, void)     \
  ISTHMUS_STRIDES(shmemx_, BITS, void)
ISTHMUS_SIZES(ISTHMUS_SIZED)
#undef ISTHMUS_SIZED
ISTHMUS_MOVES(shmemx_, mem, void)
ISTHMUS_COLLECTIVES(shmemx_, mem, void)
#undef ISTHMUS_MOVE
#undef ISTHMUS_STRIDED
#undef ISTHMUS_PUT_SIGNAL
#undef ISTHMUS_MOVES
#undef ISTHMUS_STRIDES
#undef ISTHMUS_COLLECTIVES

#define ISTHMUS_REDUCE(NAME, TYPE)         \
  ISTHMUS_FN(int, NAME##_reduce_on_stream, \
             (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nreduce, shmemx_stream_t stream))
#define ISTHMUS_BITWISE(NAME, TYPE)         \
  ISTHMUS_REDUCE(shmemx_##NAME##_and, TYPE) \
  ISTHMUS_REDUCE(shmemx_##NAME##_or, TYPE)  \
  ISTHMUS_REDUCE(shmemx_##NAME##_xor, TYPE)
#define ISTHMUS_COMPARE(NAME, TYPE)         \
  ISTHMUS_REDUCE(shmemx_##NAME##_max, TYPE) \
  ISTHMUS_REDUCE(shmemx_##NAME##_min, TYPE)
#define ISTHMUS_ARITHMETIC(NAME, TYPE)      \
  ISTHMUS_REDUCE(shmemx_##NAME##_sum, TYPE) \
  ISTHMUS_REDUCE(shmemx_##NAME##_prod, TYPE)
ISTHMUS_REDUCE_BITWISE_TYPES(ISTHMUS_BITWISE)
ISTHMUS_REDUCE_COMPARE_TYPES(ISTHMUS_COMPARE)
ISTHMUS_REDUCE_ARITHMETIC_TYPES(ISTHMUS_ARITHMETIC)
#undef ISTHMUS_BITWISE
#undef ISTHMUS_COMPARE
#undef ISTHMUS_ARITHMETIC
#undef ISTHMUS_REDUCE

#define ISTHMUS_WAIT(NAME, TYPE)                      \
  ISTHMUS_FN(void, shmemx_##NAME##_wait_until_on_stream, \
             (TYPE *ivar, int cmp, TYPE cmp_value, shmemx_stream_t stream))                                            \
  ISTHMUS_FN(void, shmemx_##NAME##_wait_until_all_on_stream,                                                           \
             (TYPE *ivars, size_t nelems, const int *status, int cmp, TYPE cmp_value, shmemx_stream_t stream))         \
  ISTHMUS_FN(void, shmemx_##NAME##_wait_until_all_vector_on_stream,                                                    \
             (TYPE *ivars, size_t nelems, const int *status, int cmp, const TYPE *cmp_values, shmemx_stream_t stream))
ISTHMUS_SYNC_TYPES(ISTHMUS_WAIT)
#undef ISTHMUS_WAIT

ISTHMUS_FN(void, shmemx_signal_set_on_stream, (uint64_t *sig_addr, uint64_t signal, int pe, shmemx_stream_t stream))
ISTHMUS_FN(void, shmemx_signal_add_on_stream, (uint64_t *sig_addr, uint64_t signal, int pe, shmemx_stream_t stream))
ISTHMUS_FN(void, shmemx_signal_wait_until_on_stream,
           (uint64_t *sig_addr, int cmp, uint64_t cmp_value, shmemx_stream_t stream))
ISTHMUS_FN(void, shmemx_quiet_on_stream, (shmemx_stream_t stream))
ISTHMUS_FN(void, shmemx_barrier_all_on_stream, (shmemx_stream_t stream))
ISTHMUS_FN(void, shmemx_sync_all_on_stream, (shmemx_stream_t stream))
ISTHMUS_FN(int, shmemx_barrier_on_stream, (shmem_team_t team, shmemx_stream_t stream))
ISTHMUS_FN(int, shmemx_team_sync_on_stream, (shmem_team_t team, shmemx_stream_t stream))
