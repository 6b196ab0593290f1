/* Collectives over active sets (PE_start, logPE_stride, PE_size). Deprecated since 1.5, and still part of 1.6. */

ISTHMUS_FN(void, shmem_barrier, (int PE_start, int logPE_stride, int PE_size, long *pSync))
ISTHMUS_FN(void, shmem_sync, (int PE_start, int logPE_stride, int PE_size, long *pSync))

#define ISTHMUS_SIZED(BITS, BYTES)                                                                                   \
  ISTHMUS_FN(void, shmem_broadcast##BITS, (void *dest, const void *source, size_t nelems, int PE_root, int PE_start, \
                                           int logPE_stride, int PE_size, long *pSync))                              \
  ISTHMUS_FN(void, shmem_collect##BITS, (void *dest, const void *source, size_t nelems, int PE_start,                \
                                         int logPE_stride, int PE_size, long *pSync))                                \
  ISTHMUS_FN(void, shmem_fcollect##BITS, (void *dest, const void *source, size_t nelems, int PE_start,               \
                                          int logPE_stride, int PE_size, long *pSync))                               \
  ISTHMUS_FN(void, shmem_alltoall##BITS, (void *dest, const void *source, size_t nelems, int PE_start,               \
                                          int logPE_stride, int PE_size, long *pSync))                               \
  ISTHMUS_FN(void, shmem_alltoalls##BITS, (void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst,             \
                                           size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync))
ISTHMUS_ACTIVE_SET_SIZES(ISTHMUS_SIZED)
#undef ISTHMUS_SIZED

/* Reductions: shmem_<name>_sum_to_all, .. */
#define ISTHMUS_TO_ALL(NAME, TYPE)                                                                             \
  ISTHMUS_FN(void, NAME##_to_all, (TYPE *dest, const TYPE *source, int nreduce, int PE_start, int logPE_stride, \
                                   int PE_size, TYPE *pWrk, long *pSync))

#define ISTHMUS_BITWISE(NAME, TYPE)       \
  ISTHMUS_TO_ALL(shmem_##NAME##_and, TYPE) \
  ISTHMUS_TO_ALL(shmem_##NAME##_or, TYPE)  \
  ISTHMUS_TO_ALL(shmem_##NAME##_xor, TYPE)
#define ISTHMUS_COMPARE(NAME, TYPE)       \
  ISTHMUS_TO_ALL(shmem_##NAME##_max, TYPE) \
  ISTHMUS_TO_ALL(shmem_##NAME##_min, TYPE)
#define ISTHMUS_ARITHMETIC(NAME, TYPE)    \
  ISTHMUS_TO_ALL(shmem_##NAME##_sum, TYPE) \
  ISTHMUS_TO_ALL(shmem_##NAME##_prod, TYPE)
ISTHMUS_TO_ALL_BITWISE_TYPES(ISTHMUS_BITWISE)
ISTHMUS_TO_ALL_COMPARE_TYPES(ISTHMUS_COMPARE)
ISTHMUS_TO_ALL_ARITHMETIC_TYPES(ISTHMUS_ARITHMETIC)
#undef ISTHMUS_BITWISE
#undef ISTHMUS_COMPARE
#undef ISTHMUS_ARITHMETIC
#undef ISTHMUS_TO_ALL
