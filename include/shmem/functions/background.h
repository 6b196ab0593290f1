/* Collectives that do not block; read by shmemx.h, which explains them. */

#define ISTHMUS_MOVES(PREFIX, SUFFIX, TYPE)                                                                        \
  ISTHMUS_FN(int, PREFIX##broadcast##SUFFIX##_nb,                                                                  \
             (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems, int PE_root,                       \
              shmemx_req_t *request))                                                                              \
  ISTHMUS_FN(int, PREFIX##fcollect##SUFFIX##_nb,                                                                   \
             (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems, shmemx_req_t *request))            \
  ISTHMUS_FN(int, PREFIX##alltoall##SUFFIX##_nb,                                                                   \
             (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems, shmemx_req_t *request))
#define ISTHMUS_TYPED(NAME, TYPE) ISTHMUS_MOVES(shmemx_##NAME##_, , TYPE)
ISTHMUS_RMA_TYPES(ISTHMUS_TYPED)
ISTHMUS_MOVES(shmemx_, mem, void)
#undef ISTHMUS_TYPED
#undef ISTHMUS_MOVES

#define ISTHMUS_REDUCE(NAME, TYPE)  \
  ISTHMUS_FN(int, NAME##_reduce_nb, \
             (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nreduce, shmemx_req_t *request))
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
