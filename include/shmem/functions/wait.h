/* Point-to-point synchronisation: wait for, or look at, one variable or an array of them. */

#define ISTHMUS_ONE(NAME, TYPE)                                                      \
  ISTHMUS_FN(void, shmem_##NAME##_wait_until, (TYPE *ivar, int cmp, TYPE cmp_value)) \
  ISTHMUS_FN(int, shmem_##NAME##_test, (TYPE *ivar, int cmp, TYPE cmp_value))
ISTHMUS_SYNC_TYPES(ISTHMUS_ONE)
ISTHMUS_SHORT_SYNC_TYPES(ISTHMUS_ONE) /* deprecated since 1.5 */
#undef ISTHMUS_ONE

/* One value for all, or (vector) a value for each. */
#define ISTHMUS_ARRAY(NAME, TYPE)                                                                                     \
  ISTHMUS_FN(void, shmem_##NAME##_wait_until_all,                                                                     \
             (TYPE *ivars, size_t nelems, const int *status, int cmp, TYPE cmp_value))                                \
  ISTHMUS_FN(size_t, shmem_##NAME##_wait_until_any,                                                                   \
             (TYPE *ivars, size_t nelems, const int *status, int cmp, TYPE cmp_value))                                \
  ISTHMUS_FN(size_t, shmem_##NAME##_wait_until_some,                                                                  \
             (TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, TYPE cmp_value))               \
  ISTHMUS_FN(void, shmem_##NAME##_wait_until_all_vector,                                                              \
             (TYPE *ivars, size_t nelems, const int *status, int cmp, const TYPE *cmp_values))                        \
  ISTHMUS_FN(size_t, shmem_##NAME##_wait_until_any_vector,                                                            \
             (TYPE *ivars, size_t nelems, const int *status, int cmp, const TYPE *cmp_values))                        \
  ISTHMUS_FN(size_t, shmem_##NAME##_wait_until_some_vector,                                                           \
             (TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, const TYPE *cmp_values))       \
  ISTHMUS_FN(int, shmem_##NAME##_test_all,                                                                            \
             (TYPE *ivars, size_t nelems, const int *status, int cmp, TYPE cmp_value))                                \
  ISTHMUS_FN(size_t, shmem_##NAME##_test_any,                                                                         \
             (TYPE *ivars, size_t nelems, const int *status, int cmp, TYPE cmp_value))                                \
  ISTHMUS_FN(size_t, shmem_##NAME##_test_some,                                                                        \
             (TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, TYPE cmp_value))               \
  ISTHMUS_FN(int, shmem_##NAME##_test_all_vector,                                                                     \
             (TYPE *ivars, size_t nelems, const int *status, int cmp, const TYPE *cmp_values))                        \
  ISTHMUS_FN(size_t, shmem_##NAME##_test_any_vector,                                                                  \
             (TYPE *ivars, size_t nelems, const int *status, int cmp, const TYPE *cmp_values))                        \
  ISTHMUS_FN(size_t, shmem_##NAME##_test_some_vector,                                                                 \
             (TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, const TYPE *cmp_values))
ISTHMUS_SYNC_TYPES(ISTHMUS_ARRAY)
#undef ISTHMUS_ARRAY

/* Deprecated since 1.4. */
ISTHMUS_FN(void, shmem_wait_until, (long *ivar, int cmp, long cmp_value))
ISTHMUS_FN(void, shmem_wait, (long *ivar, long cmp_value))
#define ISTHMUS_WAIT(NAME, TYPE) ISTHMUS_FN(void, shmem_##NAME##_wait, (TYPE *ivar, TYPE cmp_value))
ISTHMUS_WAIT_OLD_TYPES(ISTHMUS_WAIT)
#undef ISTHMUS_WAIT
