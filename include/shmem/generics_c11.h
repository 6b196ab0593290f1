/* The type-generic names for C11: each a macro that chooses a typed function by the pointers it is given, so a tool
 * which defines the typed function sees these calls too. ISTHMUS_C11_<name> is the row that the tables of types.h turn
 * into the associations of _Generic; ISTHMUS_C11_ctx_<name> the same for a call that starts with a context.
 * A tool that defines shmem_sync, shmem_signal_set, shmem_signal_add or shmem_wait_until itself writes the name in
 * parentheses, or defines ISTHMUS_NO_GENERICS first. */
#ifndef ISTHMUS_SHMEM_GENERICS_C11_H
#define ISTHMUS_SHMEM_GENERICS_C11_H

#define ISTHMUS_ARG1(first, ...) first
#define ISTHMUS_ARG2(first, second, ...) second

/* Chosen when a context is followed by a pointer of a type that the operation has no function for. It cannot be called,
 * so the compiler's error names it. */
#define ISTHMUS_NO_FUNCTION ((struct isthmus_has_no_function_for_this_type *)0)

/* These choose the function by the type of the first argument (BY_TYPE), of the second, which follows a team (BY_DEST),
 * or of the second if the first is a context, otherwise of the first (BY_CTX). */
#define ISTHMUS_BY_TYPE(TABLE, op, ...) _Generic((ISTHMUS_ARG1(__VA_ARGS__, 0)) TABLE(ISTHMUS_C11_##op))(__VA_ARGS__)
#define ISTHMUS_BY_DEST(TABLE, op, ...) _Generic((ISTHMUS_ARG2(__VA_ARGS__, 0)) TABLE(ISTHMUS_C11_##op))(__VA_ARGS__)
#define ISTHMUS_BY_CTX(TABLE, op, ...)                                                                         \
  _Generic((ISTHMUS_ARG1(__VA_ARGS__, 0)),                                                                     \
      shmem_ctx_t: _Generic((ISTHMUS_ARG2(__VA_ARGS__, 0)), default: ISTHMUS_NO_FUNCTION TABLE(ISTHMUS_C11_ctx_##op)) \
      TABLE(ISTHMUS_C11_##op))(__VA_ARGS__)

/* ---- Put and get ---- */

#define ISTHMUS_C11_put(NAME, TYPE) , TYPE *: shmem_##NAME##_put
#define ISTHMUS_C11_ctx_put(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_put
#define shmem_put(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_TYPES, put, __VA_ARGS__)

#define ISTHMUS_C11_get(NAME, TYPE) , TYPE *: shmem_##NAME##_get
#define ISTHMUS_C11_ctx_get(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_get
#define shmem_get(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_TYPES, get, __VA_ARGS__)

#define ISTHMUS_C11_put_nbi(NAME, TYPE) , TYPE *: shmem_##NAME##_put_nbi
#define ISTHMUS_C11_ctx_put_nbi(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_put_nbi
#define shmem_put_nbi(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_TYPES, put_nbi, __VA_ARGS__)

#define ISTHMUS_C11_get_nbi(NAME, TYPE) , TYPE *: shmem_##NAME##_get_nbi
#define ISTHMUS_C11_ctx_get_nbi(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_get_nbi
#define shmem_get_nbi(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_TYPES, get_nbi, __VA_ARGS__)

#define ISTHMUS_C11_p(NAME, TYPE) , TYPE *: shmem_##NAME##_p
#define ISTHMUS_C11_ctx_p(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_p
#define shmem_p(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_TYPES, p, __VA_ARGS__)

#define ISTHMUS_C11_g(NAME, TYPE) , TYPE *: shmem_##NAME##_g, const TYPE *: shmem_##NAME##_g
#define ISTHMUS_C11_ctx_g(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_g, const TYPE *: shmem_ctx_##NAME##_g
#define shmem_g(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_TYPES, g, __VA_ARGS__)

#define ISTHMUS_C11_iput(NAME, TYPE) , TYPE *: shmem_##NAME##_iput
#define ISTHMUS_C11_ctx_iput(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_iput
#define shmem_iput(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_TYPES, iput, __VA_ARGS__)

#define ISTHMUS_C11_iget(NAME, TYPE) , TYPE *: shmem_##NAME##_iget
#define ISTHMUS_C11_ctx_iget(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_iget
#define shmem_iget(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_TYPES, iget, __VA_ARGS__)

#define ISTHMUS_C11_ibput(NAME, TYPE) , TYPE *: shmem_##NAME##_ibput
#define ISTHMUS_C11_ctx_ibput(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_ibput
#define shmem_ibput(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_TYPES, ibput, __VA_ARGS__)

#define ISTHMUS_C11_ibget(NAME, TYPE) , TYPE *: shmem_##NAME##_ibget
#define ISTHMUS_C11_ctx_ibget(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_ibget
#define shmem_ibget(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_TYPES, ibget, __VA_ARGS__)

/* ---- Atomics: standard types ---- */

#define ISTHMUS_C11_atomic_compare_swap(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_compare_swap
#define ISTHMUS_C11_ctx_atomic_compare_swap(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_compare_swap
#define shmem_atomic_compare_swap(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_SYNC_TYPES, atomic_compare_swap, __VA_ARGS__)

#define ISTHMUS_C11_atomic_compare_swap_nbi(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_compare_swap_nbi
#define ISTHMUS_C11_ctx_atomic_compare_swap_nbi(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_compare_swap_nbi
#define shmem_atomic_compare_swap_nbi(...) \
  ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_SYNC_TYPES, atomic_compare_swap_nbi, __VA_ARGS__)

#define ISTHMUS_C11_atomic_add(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_add
#define ISTHMUS_C11_ctx_atomic_add(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_add
#define shmem_atomic_add(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_SYNC_TYPES, atomic_add, __VA_ARGS__)

#define ISTHMUS_C11_atomic_fetch_add(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_fetch_add
#define ISTHMUS_C11_ctx_atomic_fetch_add(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_fetch_add
#define shmem_atomic_fetch_add(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_SYNC_TYPES, atomic_fetch_add, __VA_ARGS__)

#define ISTHMUS_C11_atomic_fetch_add_nbi(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_fetch_add_nbi
#define ISTHMUS_C11_ctx_atomic_fetch_add_nbi(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_fetch_add_nbi
#define shmem_atomic_fetch_add_nbi(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_SYNC_TYPES, atomic_fetch_add_nbi, __VA_ARGS__)

#define ISTHMUS_C11_atomic_inc(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_inc
#define ISTHMUS_C11_ctx_atomic_inc(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_inc
#define shmem_atomic_inc(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_SYNC_TYPES, atomic_inc, __VA_ARGS__)

#define ISTHMUS_C11_atomic_fetch_inc(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_fetch_inc
#define ISTHMUS_C11_ctx_atomic_fetch_inc(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_fetch_inc
#define shmem_atomic_fetch_inc(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_SYNC_TYPES, atomic_fetch_inc, __VA_ARGS__)

#define ISTHMUS_C11_atomic_fetch_inc_nbi(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_fetch_inc_nbi
#define ISTHMUS_C11_ctx_atomic_fetch_inc_nbi(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_fetch_inc_nbi
#define shmem_atomic_fetch_inc_nbi(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_SYNC_TYPES, atomic_fetch_inc_nbi, __VA_ARGS__)

/* ---- Atomics: extended types ---- */

#define ISTHMUS_C11_atomic_fetch(NAME, TYPE) \
  , TYPE *: shmem_##NAME##_atomic_fetch, const TYPE *: shmem_##NAME##_atomic_fetch
#define ISTHMUS_C11_ctx_atomic_fetch(NAME, TYPE) \
  , TYPE *: shmem_ctx_##NAME##_atomic_fetch, const TYPE *: shmem_ctx_##NAME##_atomic_fetch
#define shmem_atomic_fetch(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_AMO_EXTENDED_TYPES, atomic_fetch, __VA_ARGS__)

#define ISTHMUS_C11_atomic_fetch_nbi(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_fetch_nbi
#define ISTHMUS_C11_ctx_atomic_fetch_nbi(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_fetch_nbi
#define shmem_atomic_fetch_nbi(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_AMO_EXTENDED_TYPES, atomic_fetch_nbi, __VA_ARGS__)

#define ISTHMUS_C11_atomic_set(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_set
#define ISTHMUS_C11_ctx_atomic_set(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_set
#define shmem_atomic_set(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_AMO_EXTENDED_TYPES, atomic_set, __VA_ARGS__)

#define ISTHMUS_C11_atomic_swap(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_swap
#define ISTHMUS_C11_ctx_atomic_swap(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_swap
#define shmem_atomic_swap(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_AMO_EXTENDED_TYPES, atomic_swap, __VA_ARGS__)

#define ISTHMUS_C11_atomic_swap_nbi(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_swap_nbi
#define ISTHMUS_C11_ctx_atomic_swap_nbi(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_swap_nbi
#define shmem_atomic_swap_nbi(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_AMO_EXTENDED_TYPES, atomic_swap_nbi, __VA_ARGS__)

/* ---- Atomics: bitwise types ---- */

#define ISTHMUS_C11_atomic_and(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_and
#define ISTHMUS_C11_ctx_atomic_and(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_and
#define shmem_atomic_and(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_AMO_BITWISE_TYPES, atomic_and, __VA_ARGS__)

#define ISTHMUS_C11_atomic_fetch_and(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_fetch_and
#define ISTHMUS_C11_ctx_atomic_fetch_and(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_fetch_and
#define shmem_atomic_fetch_and(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_AMO_BITWISE_TYPES, atomic_fetch_and, __VA_ARGS__)

#define ISTHMUS_C11_atomic_fetch_and_nbi(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_fetch_and_nbi
#define ISTHMUS_C11_ctx_atomic_fetch_and_nbi(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_fetch_and_nbi
#define shmem_atomic_fetch_and_nbi(...) \
  ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_AMO_BITWISE_TYPES, atomic_fetch_and_nbi, __VA_ARGS__)

#define ISTHMUS_C11_atomic_or(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_or
#define ISTHMUS_C11_ctx_atomic_or(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_or
#define shmem_atomic_or(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_AMO_BITWISE_TYPES, atomic_or, __VA_ARGS__)

#define ISTHMUS_C11_atomic_fetch_or(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_fetch_or
#define ISTHMUS_C11_ctx_atomic_fetch_or(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_fetch_or
#define shmem_atomic_fetch_or(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_AMO_BITWISE_TYPES, atomic_fetch_or, __VA_ARGS__)

#define ISTHMUS_C11_atomic_fetch_or_nbi(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_fetch_or_nbi
#define ISTHMUS_C11_ctx_atomic_fetch_or_nbi(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_fetch_or_nbi
#define shmem_atomic_fetch_or_nbi(...) \
  ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_AMO_BITWISE_TYPES, atomic_fetch_or_nbi, __VA_ARGS__)

#define ISTHMUS_C11_atomic_xor(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_xor
#define ISTHMUS_C11_ctx_atomic_xor(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_xor
#define shmem_atomic_xor(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_AMO_BITWISE_TYPES, atomic_xor, __VA_ARGS__)

#define ISTHMUS_C11_atomic_fetch_xor(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_fetch_xor
#define ISTHMUS_C11_ctx_atomic_fetch_xor(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_fetch_xor
#define shmem_atomic_fetch_xor(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_AMO_BITWISE_TYPES, atomic_fetch_xor, __VA_ARGS__)

#define ISTHMUS_C11_atomic_fetch_xor_nbi(NAME, TYPE) , TYPE *: shmem_##NAME##_atomic_fetch_xor_nbi
#define ISTHMUS_C11_ctx_atomic_fetch_xor_nbi(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_atomic_fetch_xor_nbi
#define shmem_atomic_fetch_xor_nbi(...) \
  ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_AMO_BITWISE_TYPES, atomic_fetch_xor_nbi, __VA_ARGS__)

/* ---- Atomics: deprecated since 1.4 ---- */

#define ISTHMUS_C11_cswap(NAME, TYPE) , TYPE *: shmem_##NAME##_cswap
#define shmem_cswap(...) ISTHMUS_BY_TYPE(ISTHMUS_AMO_OLD_TYPES, cswap, __VA_ARGS__)

#define ISTHMUS_C11_add(NAME, TYPE) , TYPE *: shmem_##NAME##_add
#define shmem_add(...) ISTHMUS_BY_TYPE(ISTHMUS_AMO_OLD_TYPES, add, __VA_ARGS__)

#define ISTHMUS_C11_fadd(NAME, TYPE) , TYPE *: shmem_##NAME##_fadd
#define shmem_fadd(...) ISTHMUS_BY_TYPE(ISTHMUS_AMO_OLD_TYPES, fadd, __VA_ARGS__)

#define ISTHMUS_C11_inc(NAME, TYPE) , TYPE *: shmem_##NAME##_inc
#define shmem_inc(...) ISTHMUS_BY_TYPE(ISTHMUS_AMO_OLD_TYPES, inc, __VA_ARGS__)

#define ISTHMUS_C11_finc(NAME, TYPE) , TYPE *: shmem_##NAME##_finc
#define shmem_finc(...) ISTHMUS_BY_TYPE(ISTHMUS_AMO_OLD_TYPES, finc, __VA_ARGS__)

/* ---- Atomics: deprecated since 1.4, extended types ---- */

#define ISTHMUS_C11_fetch(NAME, TYPE) , TYPE *: shmem_##NAME##_fetch, const TYPE *: shmem_##NAME##_fetch
#define shmem_fetch(...) ISTHMUS_BY_TYPE(ISTHMUS_AMO_OLD_EXTENDED_TYPES, fetch, __VA_ARGS__)

#define ISTHMUS_C11_set(NAME, TYPE) , TYPE *: shmem_##NAME##_set
#define shmem_set(...) ISTHMUS_BY_TYPE(ISTHMUS_AMO_OLD_EXTENDED_TYPES, set, __VA_ARGS__)

#define ISTHMUS_C11_swap(NAME, TYPE) , TYPE *: shmem_##NAME##_swap
#define shmem_swap(...) ISTHMUS_BY_TYPE(ISTHMUS_AMO_OLD_EXTENDED_TYPES, swap, __VA_ARGS__)

/* ---- Put with signal ---- */

#define ISTHMUS_C11_put_signal(NAME, TYPE) , TYPE *: shmem_##NAME##_put_signal
#define ISTHMUS_C11_ctx_put_signal(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_put_signal
#define shmem_put_signal(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_TYPES, put_signal, __VA_ARGS__)

#define ISTHMUS_C11_put_signal_nbi(NAME, TYPE) , TYPE *: shmem_##NAME##_put_signal_nbi
#define ISTHMUS_C11_ctx_put_signal_nbi(NAME, TYPE) , TYPE *: shmem_ctx_##NAME##_put_signal_nbi
#define shmem_put_signal_nbi(...) ISTHMUS_BY_CTX(ISTHMUS_DISTINCT_TYPES, put_signal_nbi, __VA_ARGS__)

/* ---- Names that are functions too: without a context, or for an active set, the function is meant ---- */

#define shmem_signal_set(...) \
  _Generic((ISTHMUS_ARG1(__VA_ARGS__, 0)), shmem_ctx_t: shmem_ctx_signal_set, default: shmem_signal_set)(__VA_ARGS__)
#define shmem_signal_add(...) \
  _Generic((ISTHMUS_ARG1(__VA_ARGS__, 0)), shmem_ctx_t: shmem_ctx_signal_add, default: shmem_signal_add)(__VA_ARGS__)
#define shmem_sync(...) \
  _Generic((ISTHMUS_ARG1(__VA_ARGS__, 0)), shmem_team_t: shmem_team_sync, default: shmem_sync)(__VA_ARGS__)

/* ---- Point-to-point synchronisation ---- */

#define ISTHMUS_C11_wait_until(NAME, TYPE) , TYPE *: shmem_##NAME##_wait_until
#define shmem_wait_until(...) ISTHMUS_BY_TYPE(ISTHMUS_DISTINCT_ONE_TYPES, wait_until, __VA_ARGS__)

#define ISTHMUS_C11_test(NAME, TYPE) , TYPE *: shmem_##NAME##_test
#define shmem_test(...) ISTHMUS_BY_TYPE(ISTHMUS_DISTINCT_ONE_TYPES, test, __VA_ARGS__)

/* ---- Point-to-point synchronisation of arrays ---- */

#define ISTHMUS_C11_wait_until_all(NAME, TYPE) , TYPE *: shmem_##NAME##_wait_until_all
#define shmem_wait_until_all(...) ISTHMUS_BY_TYPE(ISTHMUS_DISTINCT_SYNC_TYPES, wait_until_all, __VA_ARGS__)

#define ISTHMUS_C11_wait_until_any(NAME, TYPE) , TYPE *: shmem_##NAME##_wait_until_any
#define shmem_wait_until_any(...) ISTHMUS_BY_TYPE(ISTHMUS_DISTINCT_SYNC_TYPES, wait_until_any, __VA_ARGS__)

#define ISTHMUS_C11_wait_until_some(NAME, TYPE) , TYPE *: shmem_##NAME##_wait_until_some
#define shmem_wait_until_some(...) ISTHMUS_BY_TYPE(ISTHMUS_DISTINCT_SYNC_TYPES, wait_until_some, __VA_ARGS__)

#define ISTHMUS_C11_wait_until_all_vector(NAME, TYPE) , TYPE *: shmem_##NAME##_wait_until_all_vector
#define shmem_wait_until_all_vector(...) \
  ISTHMUS_BY_TYPE(ISTHMUS_DISTINCT_SYNC_TYPES, wait_until_all_vector, __VA_ARGS__)

#define ISTHMUS_C11_wait_until_any_vector(NAME, TYPE) , TYPE *: shmem_##NAME##_wait_until_any_vector
#define shmem_wait_until_any_vector(...) \
  ISTHMUS_BY_TYPE(ISTHMUS_DISTINCT_SYNC_TYPES, wait_until_any_vector, __VA_ARGS__)

#define ISTHMUS_C11_wait_until_some_vector(NAME, TYPE) , TYPE *: shmem_##NAME##_wait_until_some_vector
#define shmem_wait_until_some_vector(...) \
  ISTHMUS_BY_TYPE(ISTHMUS_DISTINCT_SYNC_TYPES, wait_until_some_vector, __VA_ARGS__)

#define ISTHMUS_C11_test_all(NAME, TYPE) , TYPE *: shmem_##NAME##_test_all
#define shmem_test_all(...) ISTHMUS_BY_TYPE(ISTHMUS_DISTINCT_SYNC_TYPES, test_all, __VA_ARGS__)

#define ISTHMUS_C11_test_any(NAME, TYPE) , TYPE *: shmem_##NAME##_test_any
#define shmem_test_any(...) ISTHMUS_BY_TYPE(ISTHMUS_DISTINCT_SYNC_TYPES, test_any, __VA_ARGS__)

#define ISTHMUS_C11_test_some(NAME, TYPE) , TYPE *: shmem_##NAME##_test_some
#define shmem_test_some(...) ISTHMUS_BY_TYPE(ISTHMUS_DISTINCT_SYNC_TYPES, test_some, __VA_ARGS__)

#define ISTHMUS_C11_test_all_vector(NAME, TYPE) , TYPE *: shmem_##NAME##_test_all_vector
#define shmem_test_all_vector(...) ISTHMUS_BY_TYPE(ISTHMUS_DISTINCT_SYNC_TYPES, test_all_vector, __VA_ARGS__)

#define ISTHMUS_C11_test_any_vector(NAME, TYPE) , TYPE *: shmem_##NAME##_test_any_vector
#define shmem_test_any_vector(...) ISTHMUS_BY_TYPE(ISTHMUS_DISTINCT_SYNC_TYPES, test_any_vector, __VA_ARGS__)

#define ISTHMUS_C11_test_some_vector(NAME, TYPE) , TYPE *: shmem_##NAME##_test_some_vector
#define shmem_test_some_vector(...) ISTHMUS_BY_TYPE(ISTHMUS_DISTINCT_SYNC_TYPES, test_some_vector, __VA_ARGS__)

/* ---- Collectives that move data ---- */

#define ISTHMUS_C11_broadcast(NAME, TYPE) , TYPE *: shmem_##NAME##_broadcast
#define shmem_broadcast(...) ISTHMUS_BY_DEST(ISTHMUS_DISTINCT_TYPES, broadcast, __VA_ARGS__)

#define ISTHMUS_C11_collect(NAME, TYPE) , TYPE *: shmem_##NAME##_collect
#define shmem_collect(...) ISTHMUS_BY_DEST(ISTHMUS_DISTINCT_TYPES, collect, __VA_ARGS__)

#define ISTHMUS_C11_fcollect(NAME, TYPE) , TYPE *: shmem_##NAME##_fcollect
#define shmem_fcollect(...) ISTHMUS_BY_DEST(ISTHMUS_DISTINCT_TYPES, fcollect, __VA_ARGS__)

#define ISTHMUS_C11_alltoall(NAME, TYPE) , TYPE *: shmem_##NAME##_alltoall
#define shmem_alltoall(...) ISTHMUS_BY_DEST(ISTHMUS_DISTINCT_TYPES, alltoall, __VA_ARGS__)

#define ISTHMUS_C11_alltoalls(NAME, TYPE) , TYPE *: shmem_##NAME##_alltoalls
#define shmem_alltoalls(...) ISTHMUS_BY_DEST(ISTHMUS_DISTINCT_TYPES, alltoalls, __VA_ARGS__)

/* ---- Reductions: bitwise ---- */

#define ISTHMUS_C11_and_reduce(NAME, TYPE) , TYPE *: shmem_##NAME##_and_reduce
#define shmem_and_reduce(...) ISTHMUS_BY_DEST(ISTHMUS_DISTINCT_REDUCE_BITWISE_TYPES, and_reduce, __VA_ARGS__)

#define ISTHMUS_C11_or_reduce(NAME, TYPE) , TYPE *: shmem_##NAME##_or_reduce
#define shmem_or_reduce(...) ISTHMUS_BY_DEST(ISTHMUS_DISTINCT_REDUCE_BITWISE_TYPES, or_reduce, __VA_ARGS__)

#define ISTHMUS_C11_xor_reduce(NAME, TYPE) , TYPE *: shmem_##NAME##_xor_reduce
#define shmem_xor_reduce(...) ISTHMUS_BY_DEST(ISTHMUS_DISTINCT_REDUCE_BITWISE_TYPES, xor_reduce, __VA_ARGS__)

/* ---- Reductions: order ---- */

#define ISTHMUS_C11_max_reduce(NAME, TYPE) , TYPE *: shmem_##NAME##_max_reduce
#define shmem_max_reduce(...) ISTHMUS_BY_DEST(ISTHMUS_DISTINCT_TYPES, max_reduce, __VA_ARGS__)

#define ISTHMUS_C11_min_reduce(NAME, TYPE) , TYPE *: shmem_##NAME##_min_reduce
#define shmem_min_reduce(...) ISTHMUS_BY_DEST(ISTHMUS_DISTINCT_TYPES, min_reduce, __VA_ARGS__)

/* ---- Reductions and scans: arithmetic ---- */

#define ISTHMUS_C11_sum_reduce(NAME, TYPE) , TYPE *: shmem_##NAME##_sum_reduce
#define shmem_sum_reduce(...) ISTHMUS_BY_DEST(ISTHMUS_DISTINCT_ARITHMETIC_TYPES, sum_reduce, __VA_ARGS__)

#define ISTHMUS_C11_prod_reduce(NAME, TYPE) , TYPE *: shmem_##NAME##_prod_reduce
#define shmem_prod_reduce(...) ISTHMUS_BY_DEST(ISTHMUS_DISTINCT_ARITHMETIC_TYPES, prod_reduce, __VA_ARGS__)

#define ISTHMUS_C11_sum_inscan(NAME, TYPE) , TYPE *: shmem_##NAME##_sum_inscan
#define shmem_sum_inscan(...) ISTHMUS_BY_DEST(ISTHMUS_DISTINCT_ARITHMETIC_TYPES, sum_inscan, __VA_ARGS__)

#define ISTHMUS_C11_sum_exscan(NAME, TYPE) , TYPE *: shmem_##NAME##_sum_exscan
#define shmem_sum_exscan(...) ISTHMUS_BY_DEST(ISTHMUS_DISTINCT_ARITHMETIC_TYPES, sum_exscan, __VA_ARGS__)

#endif
