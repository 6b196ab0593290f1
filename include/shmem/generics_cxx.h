/* The type-generic names for C++: one overload per C++ type, with and without a context, each a call of the typed
 * function, so that a tool which defines the typed function sees these calls too. Overloads and not templates: the
 * pointer alone chooses, and shmem_p(&d, 1, pe) converts the 1 when d is a double. */
#ifndef ISTHMUS_SHMEM_GENERICS_CXX_H
#define ISTHMUS_SHMEM_GENERICS_CXX_H

extern "C++" {

/* shmem_<op>(parameters) calls shmem_<name>_<op>(arguments). */
#define ISTHMUS_OVERLOAD(result, NAME, op, parameters, arguments) \
  ISTHMUS_ANYWHERE inline result shmem_##op parameters { return shmem_##NAME##_##op arguments; }

/* Makes two overloads, the second with a context as its first parameter. */
#define ISTHMUS_CTX_PARAMETERS(...) (shmem_ctx_t ctx, __VA_ARGS__)
#define ISTHMUS_CTX_ARGUMENTS(...) (ctx, __VA_ARGS__)
#define ISTHMUS_OVERLOADS(result, NAME, op, parameters, arguments)    \
  ISTHMUS_OVERLOAD(result, NAME, op, parameters, arguments)           \
  ISTHMUS_ANYWHERE inline result shmem_##op ISTHMUS_CTX_PARAMETERS parameters {        \
    return shmem_ctx_##NAME##_##op ISTHMUS_CTX_ARGUMENTS arguments;   \
  }

/* ---- Put and get, put with signal ---- */

#define ISTHMUS_MOVE(NAME, TYPE, op)                                                                   \
  ISTHMUS_OVERLOADS(void, NAME, op, (TYPE *dest, const TYPE *source, size_t nelems, int pe),           \
                    (dest, source, nelems, pe))
#define ISTHMUS_STRIDED(NAME, TYPE, op)                                                                \
  ISTHMUS_OVERLOADS(void, NAME, op, (TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst,     \
                                     size_t nelems, int pe), (dest, source, dst, sst, nelems, pe))
#define ISTHMUS_BLOCKS(NAME, TYPE, op)                                                                 \
  ISTHMUS_OVERLOADS(void, NAME, op, (TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst,     \
                                     size_t bsize, size_t nblocks, int pe),                            \
                    (dest, source, dst, sst, bsize, nblocks, pe))
#define ISTHMUS_PUT_SIGNAL(NAME, TYPE, op)                                                             \
  ISTHMUS_OVERLOADS(void, NAME, op, (TYPE *dest, const TYPE *source, size_t nelems, uint64_t *sig_addr, \
                                     uint64_t signal, int sig_op, int pe),                             \
                    (dest, source, nelems, sig_addr, signal, sig_op, pe))
#define ISTHMUS_RMA(NAME, TYPE)                                                                        \
  ISTHMUS_MOVE(NAME, TYPE, put)                                                                        \
  ISTHMUS_MOVE(NAME, TYPE, get)                                                                        \
  ISTHMUS_MOVE(NAME, TYPE, put_nbi)                                                                    \
  ISTHMUS_MOVE(NAME, TYPE, get_nbi)                                                                    \
  ISTHMUS_OVERLOADS(void, NAME, p, (TYPE *dest, TYPE value, int pe), (dest, value, pe))                \
  ISTHMUS_OVERLOADS(TYPE, NAME, g, (const TYPE *source, int pe), (source, pe))                         \
  ISTHMUS_STRIDED(NAME, TYPE, iput)                                                                    \
  ISTHMUS_STRIDED(NAME, TYPE, iget)                                                                    \
  ISTHMUS_BLOCKS(NAME, TYPE, ibput)                                                                    \
  ISTHMUS_BLOCKS(NAME, TYPE, ibget)                                                                    \
  ISTHMUS_PUT_SIGNAL(NAME, TYPE, put_signal)                                                           \
  ISTHMUS_PUT_SIGNAL(NAME, TYPE, put_signal_nbi)
ISTHMUS_DISTINCT_TYPES(ISTHMUS_RMA)
#undef ISTHMUS_RMA
#undef ISTHMUS_MOVE
#undef ISTHMUS_STRIDED
#undef ISTHMUS_BLOCKS
#undef ISTHMUS_PUT_SIGNAL

ISTHMUS_ANYWHERE inline void shmem_signal_set(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe) {
  shmem_ctx_signal_set(ctx, sig_addr, signal, pe);
}
ISTHMUS_ANYWHERE inline void shmem_signal_add(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe) {
  shmem_ctx_signal_add(ctx, sig_addr, signal, pe);
}

/* ---- Atomics ---- */

#define ISTHMUS_CHANGE(NAME, TYPE, op) \
  ISTHMUS_OVERLOADS(void, NAME, op, (TYPE *dest, TYPE value, int pe), (dest, value, pe))
#define ISTHMUS_FETCH(NAME, TYPE, op) \
  ISTHMUS_OVERLOADS(TYPE, NAME, op, (TYPE *dest, TYPE value, int pe), (dest, value, pe))
#define ISTHMUS_FETCH_NBI(NAME, TYPE, op) \
  ISTHMUS_OVERLOADS(void, NAME, op, (TYPE *fetch, TYPE *dest, TYPE value, int pe), (fetch, dest, value, pe))

#define ISTHMUS_STANDARD(NAME, TYPE)                                                                          \
  ISTHMUS_OVERLOADS(TYPE, NAME, atomic_compare_swap, (TYPE *dest, TYPE cond, TYPE value, int pe),             \
                    (dest, cond, value, pe))                                                                  \
  ISTHMUS_OVERLOADS(void, NAME, atomic_compare_swap_nbi, (TYPE *fetch, TYPE *dest, TYPE cond, TYPE value, int pe), \
                    (fetch, dest, cond, value, pe))                                                           \
  ISTHMUS_CHANGE(NAME, TYPE, atomic_add)                                                                      \
  ISTHMUS_FETCH(NAME, TYPE, atomic_fetch_add)                                                                 \
  ISTHMUS_FETCH_NBI(NAME, TYPE, atomic_fetch_add_nbi)                                                         \
  ISTHMUS_OVERLOADS(void, NAME, atomic_inc, (TYPE *dest, int pe), (dest, pe))                                 \
  ISTHMUS_OVERLOADS(TYPE, NAME, atomic_fetch_inc, (TYPE *dest, int pe), (dest, pe))                           \
  ISTHMUS_OVERLOADS(void, NAME, atomic_fetch_inc_nbi, (TYPE *fetch, TYPE *dest, int pe), (fetch, dest, pe))
ISTHMUS_DISTINCT_SYNC_TYPES(ISTHMUS_STANDARD)
#undef ISTHMUS_STANDARD

#define ISTHMUS_EXTENDED(NAME, TYPE)                                                                          \
  ISTHMUS_OVERLOADS(TYPE, NAME, atomic_fetch, (const TYPE *source, int pe), (source, pe))                     \
  ISTHMUS_OVERLOADS(void, NAME, atomic_fetch_nbi, (TYPE *fetch, const TYPE *source, int pe), (fetch, source, pe)) \
  ISTHMUS_CHANGE(NAME, TYPE, atomic_set)                                                                      \
  ISTHMUS_FETCH(NAME, TYPE, atomic_swap)                                                                      \
  ISTHMUS_FETCH_NBI(NAME, TYPE, atomic_swap_nbi)
ISTHMUS_DISTINCT_AMO_EXTENDED_TYPES(ISTHMUS_EXTENDED)
#undef ISTHMUS_EXTENDED

#define ISTHMUS_BITWISE(NAME, TYPE)                   \
  ISTHMUS_CHANGE(NAME, TYPE, atomic_and)              \
  ISTHMUS_FETCH(NAME, TYPE, atomic_fetch_and)         \
  ISTHMUS_FETCH_NBI(NAME, TYPE, atomic_fetch_and_nbi) \
  ISTHMUS_CHANGE(NAME, TYPE, atomic_or)               \
  ISTHMUS_FETCH(NAME, TYPE, atomic_fetch_or)          \
  ISTHMUS_FETCH_NBI(NAME, TYPE, atomic_fetch_or_nbi)  \
  ISTHMUS_CHANGE(NAME, TYPE, atomic_xor)              \
  ISTHMUS_FETCH(NAME, TYPE, atomic_fetch_xor)         \
  ISTHMUS_FETCH_NBI(NAME, TYPE, atomic_fetch_xor_nbi)
ISTHMUS_DISTINCT_AMO_BITWISE_TYPES(ISTHMUS_BITWISE)
#undef ISTHMUS_BITWISE
#undef ISTHMUS_CHANGE
#undef ISTHMUS_FETCH
#undef ISTHMUS_FETCH_NBI

/* Deprecated since 1.4. */
#define ISTHMUS_OLD(NAME, TYPE)                                                                              \
  ISTHMUS_OVERLOAD(TYPE, NAME, cswap, (TYPE *dest, TYPE cond, TYPE value, int pe), (dest, cond, value, pe))  \
  ISTHMUS_OVERLOAD(void, NAME, add, (TYPE *dest, TYPE value, int pe), (dest, value, pe))                     \
  ISTHMUS_OVERLOAD(TYPE, NAME, fadd, (TYPE *dest, TYPE value, int pe), (dest, value, pe))                    \
  ISTHMUS_OVERLOAD(void, NAME, inc, (TYPE *dest, int pe), (dest, pe))                                        \
  ISTHMUS_OVERLOAD(TYPE, NAME, finc, (TYPE *dest, int pe), (dest, pe))
ISTHMUS_AMO_OLD_TYPES(ISTHMUS_OLD)
#undef ISTHMUS_OLD

#define ISTHMUS_OLD_EXTENDED(NAME, TYPE)                                                   \
  ISTHMUS_OVERLOAD(TYPE, NAME, fetch, (const TYPE *source, int pe), (source, pe))          \
  ISTHMUS_OVERLOAD(void, NAME, set, (TYPE *dest, TYPE value, int pe), (dest, value, pe))   \
  ISTHMUS_OVERLOAD(TYPE, NAME, swap, (TYPE *dest, TYPE value, int pe), (dest, value, pe))
ISTHMUS_AMO_OLD_EXTENDED_TYPES(ISTHMUS_OLD_EXTENDED)
#undef ISTHMUS_OLD_EXTENDED

/* ---- Point-to-point synchronisation ---- */

/* For long, shmem_wait_until is the function of that name, deprecated since 1.4 and of the same meaning. */
#define ISTHMUS_WAIT(NAME, TYPE) \
  ISTHMUS_OVERLOAD(void, NAME, wait_until, (TYPE *ivar, int cmp, TYPE cmp_value), (ivar, cmp, cmp_value))
#define ISTHMUS_TEST(NAME, TYPE) \
  ISTHMUS_OVERLOAD(int, NAME, test, (TYPE *ivar, int cmp, TYPE cmp_value), (ivar, cmp, cmp_value))
ISTHMUS_WAIT(int, int)
ISTHMUS_WAIT(longlong, long long)
ISTHMUS_UNSIGNED_TYPES(ISTHMUS_WAIT)
ISTHMUS_SHORT_SYNC_TYPES(ISTHMUS_WAIT)
ISTHMUS_DISTINCT_ONE_TYPES(ISTHMUS_TEST)
#undef ISTHMUS_WAIT
#undef ISTHMUS_TEST

#define ISTHMUS_ALL_ANY(result, NAME, TYPE, op)                                                                     \
  ISTHMUS_OVERLOAD(result, NAME, op, (TYPE *ivars, size_t nelems, const int *status, int cmp, TYPE cmp_value),      \
                   (ivars, nelems, status, cmp, cmp_value))                                                         \
  ISTHMUS_OVERLOAD(result, NAME, op##_vector,                                                                       \
                   (TYPE *ivars, size_t nelems, const int *status, int cmp, const TYPE *cmp_values),                \
                   (ivars, nelems, status, cmp, cmp_values))
#define ISTHMUS_SOME(NAME, TYPE, op)                                                                                \
  ISTHMUS_OVERLOAD(size_t, NAME, op,                                                                                \
                   (TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, TYPE cmp_value),       \
                   (ivars, nelems, indices, status, cmp, cmp_value))                                                \
  ISTHMUS_OVERLOAD(size_t, NAME, op##_vector,                                                                       \
                   (TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, const TYPE *cmp_values), \
                   (ivars, nelems, indices, status, cmp, cmp_values))
#define ISTHMUS_ARRAY(NAME, TYPE)                     \
  ISTHMUS_ALL_ANY(void, NAME, TYPE, wait_until_all)   \
  ISTHMUS_ALL_ANY(size_t, NAME, TYPE, wait_until_any) \
  ISTHMUS_SOME(NAME, TYPE, wait_until_some)           \
  ISTHMUS_ALL_ANY(int, NAME, TYPE, test_all)          \
  ISTHMUS_ALL_ANY(size_t, NAME, TYPE, test_any)       \
  ISTHMUS_SOME(NAME, TYPE, test_some)
ISTHMUS_DISTINCT_SYNC_TYPES(ISTHMUS_ARRAY)
#undef ISTHMUS_ARRAY
#undef ISTHMUS_ALL_ANY
#undef ISTHMUS_SOME

/* ---- Collectives of teams ---- */

inline int shmem_sync(shmem_team_t team) { return shmem_team_sync(team); }

#define ISTHMUS_TEAM(NAME, TYPE, op)                                                                          \
  ISTHMUS_OVERLOAD(int, NAME, op, (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems),         \
                   (team, dest, source, nelems))
#define ISTHMUS_MOVE(NAME, TYPE)                                                                              \
  ISTHMUS_OVERLOAD(int, NAME, broadcast,                                                                      \
                   (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems, int PE_root),           \
                   (team, dest, source, nelems, PE_root))                                                     \
  ISTHMUS_TEAM(NAME, TYPE, collect)                                                                           \
  ISTHMUS_TEAM(NAME, TYPE, fcollect)                                                                          \
  ISTHMUS_TEAM(NAME, TYPE, alltoall)                                                                          \
  ISTHMUS_OVERLOAD(int, NAME, alltoalls, (shmem_team_t team, TYPE *dest, const TYPE *source, ptrdiff_t dst,   \
                                          ptrdiff_t sst, size_t nelems), (team, dest, source, dst, sst, nelems))
#define ISTHMUS_BITWISE(NAME, TYPE)      \
  ISTHMUS_TEAM(NAME, TYPE, and_reduce)   \
  ISTHMUS_TEAM(NAME, TYPE, or_reduce)    \
  ISTHMUS_TEAM(NAME, TYPE, xor_reduce)
#define ISTHMUS_COMPARE(NAME, TYPE)      \
  ISTHMUS_TEAM(NAME, TYPE, max_reduce)   \
  ISTHMUS_TEAM(NAME, TYPE, min_reduce)
#define ISTHMUS_ARITHMETIC(NAME, TYPE)   \
  ISTHMUS_TEAM(NAME, TYPE, sum_reduce)   \
  ISTHMUS_TEAM(NAME, TYPE, prod_reduce)  \
  ISTHMUS_TEAM(NAME, TYPE, sum_inscan)   \
  ISTHMUS_TEAM(NAME, TYPE, sum_exscan)
ISTHMUS_DISTINCT_TYPES(ISTHMUS_MOVE)
ISTHMUS_DISTINCT_REDUCE_BITWISE_TYPES(ISTHMUS_BITWISE)
ISTHMUS_DISTINCT_TYPES(ISTHMUS_COMPARE)
ISTHMUS_DISTINCT_ARITHMETIC_TYPES(ISTHMUS_ARITHMETIC)
#undef ISTHMUS_MOVE
#undef ISTHMUS_BITWISE
#undef ISTHMUS_COMPARE
#undef ISTHMUS_ARITHMETIC
#undef ISTHMUS_TEAM

#undef ISTHMUS_OVERLOADS
#undef ISTHMUS_OVERLOAD
#undef ISTHMUS_CTX_PARAMETERS
#undef ISTHMUS_CTX_ARGUMENTS

}  // extern "C++"

#endif
