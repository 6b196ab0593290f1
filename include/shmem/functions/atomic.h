/* Atomics, by the types that have them: standard, extended, bitwise. Each with a context too. Only those that fetch
 * have a non-blocking form. */

#define ISTHMUS_STANDARD(NAME, TYPE)                                                                                \
  ISTHMUS_FN_CTX(TYPE, NAME##_atomic_compare_swap, (TYPE *dest, TYPE cond, TYPE value, int pe))                     \
  ISTHMUS_FN_CTX(void, NAME##_atomic_compare_swap_nbi, (TYPE *fetch, TYPE *dest, TYPE cond, TYPE value, int pe))    \
  ISTHMUS_FN_CTX(void, NAME##_atomic_add, (TYPE *dest, TYPE value, int pe))                                         \
  ISTHMUS_FN_CTX(TYPE, NAME##_atomic_fetch_add, (TYPE *dest, TYPE value, int pe))                                   \
  ISTHMUS_FN_CTX(void, NAME##_atomic_fetch_add_nbi, (TYPE *fetch, TYPE *dest, TYPE value, int pe))                  \
  ISTHMUS_FN_CTX(void, NAME##_atomic_inc, (TYPE *dest, int pe))                                                     \
  ISTHMUS_FN_CTX(TYPE, NAME##_atomic_fetch_inc, (TYPE *dest, int pe))                                               \
  ISTHMUS_FN_CTX(void, NAME##_atomic_fetch_inc_nbi, (TYPE *fetch, TYPE *dest, int pe))
ISTHMUS_SYNC_TYPES(ISTHMUS_STANDARD)
#undef ISTHMUS_STANDARD

#define ISTHMUS_EXTENDED(NAME, TYPE)                                                               \
  ISTHMUS_FN_CTX(TYPE, NAME##_atomic_fetch, (const TYPE *source, int pe))                          \
  ISTHMUS_FN_CTX(void, NAME##_atomic_fetch_nbi, (TYPE *fetch, const TYPE *source, int pe))         \
  ISTHMUS_FN_CTX(void, NAME##_atomic_set, (TYPE *dest, TYPE value, int pe))                        \
  ISTHMUS_FN_CTX(TYPE, NAME##_atomic_swap, (TYPE *dest, TYPE value, int pe))                       \
  ISTHMUS_FN_CTX(void, NAME##_atomic_swap_nbi, (TYPE *fetch, TYPE *dest, TYPE value, int pe))
ISTHMUS_AMO_EXTENDED_TYPES(ISTHMUS_EXTENDED)
#undef ISTHMUS_EXTENDED

#define ISTHMUS_BITWISE(NAME, TYPE)                                                                    \
  ISTHMUS_FN_CTX(void, NAME##_atomic_and, (TYPE *dest, TYPE value, int pe))                            \
  ISTHMUS_FN_CTX(TYPE, NAME##_atomic_fetch_and, (TYPE *dest, TYPE value, int pe))                      \
  ISTHMUS_FN_CTX(void, NAME##_atomic_fetch_and_nbi, (TYPE *fetch, TYPE *dest, TYPE value, int pe))     \
  ISTHMUS_FN_CTX(void, NAME##_atomic_or, (TYPE *dest, TYPE value, int pe))                             \
  ISTHMUS_FN_CTX(TYPE, NAME##_atomic_fetch_or, (TYPE *dest, TYPE value, int pe))                       \
  ISTHMUS_FN_CTX(void, NAME##_atomic_fetch_or_nbi, (TYPE *fetch, TYPE *dest, TYPE value, int pe))      \
  ISTHMUS_FN_CTX(void, NAME##_atomic_xor, (TYPE *dest, TYPE value, int pe))                            \
  ISTHMUS_FN_CTX(TYPE, NAME##_atomic_fetch_xor, (TYPE *dest, TYPE value, int pe))                      \
  ISTHMUS_FN_CTX(void, NAME##_atomic_fetch_xor_nbi, (TYPE *fetch, TYPE *dest, TYPE value, int pe))
ISTHMUS_AMO_BITWISE_TYPES(ISTHMUS_BITWISE)
#undef ISTHMUS_BITWISE

/* Deprecated since 1.4, without a context. */
#define ISTHMUS_OLD(NAME, TYPE)                                                     \
  ISTHMUS_FN(TYPE, shmem_##NAME##_cswap, (TYPE *dest, TYPE cond, TYPE value, int pe)) \
  ISTHMUS_FN(void, shmem_##NAME##_add, (TYPE *dest, TYPE value, int pe))            \
  ISTHMUS_FN(TYPE, shmem_##NAME##_fadd, (TYPE *dest, TYPE value, int pe))           \
  ISTHMUS_FN(void, shmem_##NAME##_inc, (TYPE *dest, int pe))                        \
  ISTHMUS_FN(TYPE, shmem_##NAME##_finc, (TYPE *dest, int pe))
ISTHMUS_AMO_OLD_TYPES(ISTHMUS_OLD)
#undef ISTHMUS_OLD

#define ISTHMUS_OLD_EXTENDED(NAME, TYPE)                                    \
  ISTHMUS_FN(TYPE, shmem_##NAME##_fetch, (const TYPE *source, int pe))      \
  ISTHMUS_FN(void, shmem_##NAME##_set, (TYPE *dest, TYPE value, int pe))    \
  ISTHMUS_FN(TYPE, shmem_##NAME##_swap, (TYPE *dest, TYPE value, int pe))
ISTHMUS_AMO_OLD_EXTENDED_TYPES(ISTHMUS_OLD_EXTENDED)
#undef ISTHMUS_OLD_EXTENDED
