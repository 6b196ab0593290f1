/* Collectives over all PEs and over teams. */

ISTHMUS_FN(void, shmem_barrier_all, (void))
ISTHMUS_FN(void, shmem_sync_all, (void))
ISTHMUS_FN(int, shmem_team_sync, (shmem_team_t team))

/* Moving data: by type, and by bytes. */
#define ISTHMUS_COLLECTIVES(PREFIX, SUFFIX, TYPE)                                                              \
  ISTHMUS_FN(int, PREFIX##broadcast##SUFFIX,                                                                   \
             (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems, int PE_root))                  \
  ISTHMUS_FN(int, PREFIX##collect##SUFFIX, (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems)) \
  ISTHMUS_FN(int, PREFIX##fcollect##SUFFIX, (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems)) \
  ISTHMUS_FN(int, PREFIX##alltoall##SUFFIX, (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems)) \
  ISTHMUS_FN(int, PREFIX##alltoalls##SUFFIX,                                                                   \
             (shmem_team_t team, TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems))
#define ISTHMUS_TYPED(NAME, TYPE) ISTHMUS_COLLECTIVES(shmem_##NAME##_, , TYPE)
ISTHMUS_RMA_TYPES(ISTHMUS_TYPED)
ISTHMUS_COLLECTIVES(shmem_, mem, void)
#undef ISTHMUS_TYPED
#undef ISTHMUS_COLLECTIVES

/* Reductions and scans. */
#define ISTHMUS_REDUCE(NAME, TYPE) \
  ISTHMUS_FN(int, NAME##_reduce, (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nreduce))
#define ISTHMUS_SCAN(NAME, TYPE) \
  ISTHMUS_FN(int, NAME##scan, (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems))

#define ISTHMUS_BITWISE(NAME, TYPE)       \
  ISTHMUS_REDUCE(shmem_##NAME##_and, TYPE) \
  ISTHMUS_REDUCE(shmem_##NAME##_or, TYPE)  \
  ISTHMUS_REDUCE(shmem_##NAME##_xor, TYPE)
#define ISTHMUS_COMPARE(NAME, TYPE)       \
  ISTHMUS_REDUCE(shmem_##NAME##_max, TYPE) \
  ISTHMUS_REDUCE(shmem_##NAME##_min, TYPE)
#define ISTHMUS_ARITHMETIC(NAME, TYPE)      \
  ISTHMUS_REDUCE(shmem_##NAME##_sum, TYPE)  \
  ISTHMUS_REDUCE(shmem_##NAME##_prod, TYPE) \
  ISTHMUS_SCAN(shmem_##NAME##_sum_in, TYPE) \
  ISTHMUS_SCAN(shmem_##NAME##_sum_ex, TYPE)
ISTHMUS_REDUCE_BITWISE_TYPES(ISTHMUS_BITWISE)
ISTHMUS_REDUCE_COMPARE_TYPES(ISTHMUS_COMPARE)
ISTHMUS_REDUCE_ARITHMETIC_TYPES(ISTHMUS_ARITHMETIC)
#undef ISTHMUS_BITWISE
#undef ISTHMUS_COMPARE
#undef ISTHMUS_ARITHMETIC
#undef ISTHMUS_REDUCE
#undef ISTHMUS_SCAN
