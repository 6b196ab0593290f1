/* The names of the collectives. In device code shmem_barrier_all, shmem_sync_all, shmem_team_sync, shmem_float_broadcast,
 * shmem_float_sum_reduce, ... are calls of one thread; shmemx_*_warp and shmemx_*_block are by all threads of a warp or block,
 * which pass the same arguments. shmemx_barrier is shmem_barrier_all for a team. One group of a PE's threads at a time uses
 * a team: groups that synchronise independently use a team each. All members call the same function, of a thread, a warp or a
 * block; blocks may be of different sizes. Source and dest are memory that the device can load. */
#ifndef ISTHMUS_DEVICE_GROUP_COLLECTIVE_H
#define ISTHMUS_DEVICE_GROUP_COLLECTIVE_H

/* ---- What the threads do ---- */

#ifdef ISTHMUS_DEVICE_PASS
#include "collective.h"
#include "reduce.h"

/* A barrier completes what the members did before; to synchronise makes visible what they stored. Here both do. */
#define ISTHMUS_DEVICE_DO_BARRIER(call, threads, team) isthmus_device_synchronise(call, team, threads)
#define ISTHMUS_DEVICE_DO_SYNC(call, threads, team) isthmus_device_synchronise(call, team, threads)
#define ISTHMUS_DEVICE_DO_MOVE(call, threads, verb, on_host, size, team, dest, source, nelems, ...) \
  isthmus_device_##verb(call, team, dest, source, (nelems)*size __VA_ARGS__, threads)
#define ISTHMUS_DEVICE_DO_STRIDED(call, threads, on_host, size, team, dest, source, dst, sst, nelems) \
  isthmus_device_alltoalls(call, team, dest, source, dst, sst, nelems, size, threads)
#define ISTHMUS_DEVICE_DO_REDUCE(call, threads, NAME, number, TYPE, op, team, dest, source, nreduce)                         \
  (team == SHMEM_TEAM_INVALID ? -1                                                                                         \
   : isthmus_device_reduced_in_cells(call, team, dest, source, nreduce,                                                    \
                                     isthmus_device_what(number, sizeof(TYPE), isthmus_device_reduce_##op), threads)       \
       ? 0                                                                                                                 \
       : isthmus_device_##NAME##_##op##_in_parts(call, team, dest, source, nreduce, threads))
ISTHMUS_DEVICE_INLINE struct isthmus_device_reducing isthmus_device_what(int number, int size, int op) {
  const struct isthmus_device_reducing what = {(enum isthmus_device_number)number, size, (enum isthmus_device_reduction)op};
  return what;
}
#define ISTHMUS_DEVICE_NUMBER(TYPE)                                                                    \
  ((TYPE)0.5 != 0 ? isthmus_device_real : (TYPE)-1 > (TYPE)1 ? isthmus_device_unsigned : isthmus_device_signed)
#else
/* On the host the first thread makes the library's call, and the others wait for it. */
#define ISTHMUS_DEVICE_BY_FIRST(threads, ...)                        \
  (isthmus_device_meet(threads), threads.rank == 0 ? (void)(__VA_ARGS__) : (void)0, isthmus_device_meet(threads), 0)
#define ISTHMUS_DEVICE_DO_BARRIER(call, threads, team) \
  ISTHMUS_DEVICE_BY_FIRST(threads, team == SHMEM_TEAM_WORLD ? shmem_barrier_all() : (shmem_quiet(), (void)shmem_team_sync(team)))
#define ISTHMUS_DEVICE_DO_SYNC(call, threads, team) ISTHMUS_DEVICE_BY_FIRST(threads, shmem_team_sync(team))
#define ISTHMUS_DEVICE_DO_MOVE(call, threads, verb, on_host, size, team, dest, source, nelems, ...) \
  ISTHMUS_DEVICE_BY_FIRST(threads, on_host(team, dest, source, nelems __VA_ARGS__))
#define ISTHMUS_DEVICE_DO_STRIDED(call, threads, on_host, size, team, dest, source, dst, sst, nelems) \
  ISTHMUS_DEVICE_BY_FIRST(threads, on_host(team, dest, source, dst, sst, nelems))
#define ISTHMUS_DEVICE_DO_REDUCE(call, threads, NAME, number, TYPE, op, team, dest, source, nreduce) \
  ISTHMUS_DEVICE_BY_FIRST(threads, shmem_##NAME##_##op##_reduce(team, dest, source, nreduce))
#define ISTHMUS_DEVICE_NUMBER(TYPE) 0
#endif

/* ---- The calls of groups ---- */

#define ISTHMUS_DEVICE_GROUP_SYNC(group)                                                                               \
  ISTHMUS_DEVICE_GROUP_CALL(void, barrier_all, group, (void)) {                                                        \
    const struct isthmus_device_threads threads = isthmus_device_in_##group();                                         \
    (void)ISTHMUS_DEVICE_DO_BARRIER("shmemx_barrier_all_" #group, threads, SHMEM_TEAM_WORLD);                          \
  }                                                                                                                    \
  ISTHMUS_DEVICE_GROUP_CALL(void, sync_all, group, (void)) {                                                           \
    const struct isthmus_device_threads threads = isthmus_device_in_##group();                                         \
    (void)ISTHMUS_DEVICE_DO_SYNC("shmemx_sync_all_" #group, threads, SHMEM_TEAM_WORLD);                                \
  }                                                                                                                    \
  ISTHMUS_DEVICE_GROUP_CALL(int, barrier, group, (shmem_team_t team)) {                                                \
    const struct isthmus_device_threads threads = isthmus_device_in_##group();                                         \
    return ISTHMUS_DEVICE_DO_BARRIER("shmemx_barrier_" #group, threads, team);                                         \
  }                                                                                                                    \
  ISTHMUS_DEVICE_GROUP_CALL(int, team_sync, group, (shmem_team_t team)) {                                              \
    const struct isthmus_device_threads threads = isthmus_device_in_##group();                                         \
    return ISTHMUS_DEVICE_DO_SYNC("shmemx_team_sync_" #group, threads, team);                                          \
  }

/* `before` and `after` are the parts of the name before and after the verb. */
#define ISTHMUS_DEVICE_GROUP_COLLECT(group, verb, before, after, TYPE, SIZE)                                           \
  ISTHMUS_DEVICE_GROUP_CALL(int, before##verb##after, group,                                                           \
                            (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems)) {                      \
    const struct isthmus_device_threads threads = isthmus_device_in_##group();                                         \
    return ISTHMUS_DEVICE_DO_MOVE("shmemx_" #before #verb #after "_" #group, threads, verb, shmem_##before##verb##after, \
                                  SIZE, team, dest, source, nelems, );                                                 \
  }
#define ISTHMUS_DEVICE_GROUP_COLLECTS(group, before, after, TYPE, SIZE)                                                \
  ISTHMUS_DEVICE_GROUP_COLLECT(group, fcollect, before, after, TYPE, SIZE)                                             \
  ISTHMUS_DEVICE_GROUP_COLLECT(group, collect, before, after, TYPE, SIZE)                                              \
  ISTHMUS_DEVICE_GROUP_COLLECT(group, alltoall, before, after, TYPE, SIZE)                                             \
  ISTHMUS_DEVICE_GROUP_CALL(int, before##broadcast##after, group,                                                      \
                            (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems, int PE_root)) {         \
    const struct isthmus_device_threads threads = isthmus_device_in_##group();                                         \
    return ISTHMUS_DEVICE_DO_MOVE("shmemx_" #before "broadcast" #after "_" #group, threads, broadcast,                 \
                                  shmem_##before##broadcast##after, SIZE, team, dest, source, nelems, , PE_root);      \
  }                                                                                                                    \
  ISTHMUS_DEVICE_GROUP_CALL(int, before##alltoalls##after, group,                                                      \
                            (shmem_team_t team, TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst,          \
                             size_t nelems)) {                                                                         \
    const struct isthmus_device_threads threads = isthmus_device_in_##group();                                         \
    return ISTHMUS_DEVICE_DO_STRIDED("shmemx_" #before "alltoalls" #after "_" #group, threads,                         \
                                     shmem_##before##alltoalls##after, SIZE, team, dest, source, dst, sst, nelems);    \
  }

#define ISTHMUS_DEVICE_GROUP_REDUCE(group, NAME, TYPE, NUMBER, op)                                                     \
  ISTHMUS_DEVICE_GROUP_CALL(int, NAME##_##op##_reduce, group,                                                          \
                            (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nreduce)) {                     \
    const struct isthmus_device_threads threads = isthmus_device_in_##group();                                         \
    return ISTHMUS_DEVICE_DO_REDUCE("shmemx_" #NAME "_" #op "_reduce_" #group, threads, NAME, NUMBER, TYPE, op, team,  \
                                    dest, source, nreduce);                                                            \
  }

#define ISTHMUS_DEVICE_COLLECTS_BLOCK(NAME, TYPE) ISTHMUS_DEVICE_GROUP_COLLECTS(block, NAME##_, , TYPE, sizeof(TYPE))
#define ISTHMUS_DEVICE_COLLECTS_WARP(NAME, TYPE) ISTHMUS_DEVICE_GROUP_COLLECTS(warp, NAME##_, , TYPE, sizeof(TYPE))
#define ISTHMUS_DEVICE_BOTH_GROUPS(NAME, TYPE, NUMBER, op)    \
  ISTHMUS_DEVICE_GROUP_REDUCE(block, NAME, TYPE, NUMBER, op)  \
  ISTHMUS_DEVICE_GROUP_REDUCE(warp, NAME, TYPE, NUMBER, op)
#define ISTHMUS_DEVICE_BITWISE(NAME, TYPE)                                          \
  ISTHMUS_DEVICE_REDUCES(NAME, TYPE, ISTHMUS_DEVICE_NUMBER(TYPE), and)              \
  ISTHMUS_DEVICE_REDUCES(NAME, TYPE, ISTHMUS_DEVICE_NUMBER(TYPE), or)               \
  ISTHMUS_DEVICE_REDUCES(NAME, TYPE, ISTHMUS_DEVICE_NUMBER(TYPE), xor)
#define ISTHMUS_DEVICE_NUMERIC(NAME, TYPE)                                          \
  ISTHMUS_DEVICE_REDUCES(NAME, TYPE, ISTHMUS_DEVICE_NUMBER(TYPE), max)              \
  ISTHMUS_DEVICE_REDUCES(NAME, TYPE, ISTHMUS_DEVICE_NUMBER(TYPE), min)              \
  ISTHMUS_DEVICE_REDUCES(NAME, TYPE, ISTHMUS_DEVICE_NUMBER(TYPE), sum)              \
  ISTHMUS_DEVICE_REDUCES(NAME, TYPE, ISTHMUS_DEVICE_NUMBER(TYPE), prod)
#define ISTHMUS_DEVICE_COMPLEX(NAME, TYPE)                                          \
  ISTHMUS_DEVICE_REDUCES(NAME, TYPE, isthmus_device_complex, sum)                   \
  ISTHMUS_DEVICE_REDUCES(NAME, TYPE, isthmus_device_complex, prod)
/* All reductions that ISTHMUS_DEVICE_REDUCES(NAME, TYPE, NUMBER, op) stands for. */
#define ISTHMUS_DEVICE_ALL_REDUCTIONS                  \
  ISTHMUS_REDUCE_BITWISE_TYPES(ISTHMUS_DEVICE_BITWISE) \
  ISTHMUS_RMA_WORD_TYPES(ISTHMUS_DEVICE_NUMERIC)       \
  ISTHMUS_COMPLEX_TYPES(ISTHMUS_DEVICE_COMPLEX)

#ifdef ISTHMUS_DEVICE_PASS
/* Large reductions are out of line, since their registers would cost the small ones theirs. */
#define ISTHMUS_DEVICE_REDUCES(NAME, TYPE, NUMBER, op)                                                                     \
  ISTHMUS_DEVICE_FAR int isthmus_device_##NAME##_##op##_in_parts(const char *call, shmem_team_t team, void *dest,          \
                                                                 const void *source, uint64_t nreduce,                     \
                                                                 struct isthmus_device_threads threads) {                  \
    return isthmus_device_reduce_parts(call, team, dest, source, nreduce,                                                  \
                                       isthmus_device_what(NUMBER, sizeof(TYPE), isthmus_device_reduce_##op), threads);    \
  }
ISTHMUS_DEVICE_ALL_REDUCTIONS
#undef ISTHMUS_DEVICE_REDUCES
#endif
#define ISTHMUS_DEVICE_REDUCES ISTHMUS_DEVICE_BOTH_GROUPS
ISTHMUS_DEVICE_GROUP_SYNC(warp)
ISTHMUS_DEVICE_GROUP_SYNC(block)
ISTHMUS_RMA_WORD_TYPES(ISTHMUS_DEVICE_COLLECTS_WARP)
ISTHMUS_RMA_WORD_TYPES(ISTHMUS_DEVICE_COLLECTS_BLOCK)
ISTHMUS_DEVICE_GROUP_COLLECTS(warp, , mem, void, 1)
ISTHMUS_DEVICE_GROUP_COLLECTS(block, , mem, void, 1)
ISTHMUS_DEVICE_ALL_REDUCTIONS
#undef ISTHMUS_DEVICE_REDUCES

/* ---- The calls of one thread ---- */

/* Completes what this thread and the other members did, and synchronises them. */
ISTHMUS_DEVICE_FN int shmemx_barrier(shmem_team_t team) {
  const struct isthmus_device_threads threads = isthmus_device_in_thread();
  return ISTHMUS_DEVICE_DO_BARRIER("shmemx_barrier", threads, team);
}

#ifdef ISTHMUS_DEVICE_PASS
#ifdef __cplusplus
extern "C" {
#endif
ISTHMUS_DEVICE_CALL(void, barrier_all, (void)) {
  (void)isthmus_device_synchronise("shmem_barrier_all", SHMEM_TEAM_WORLD, isthmus_device_in_thread());
}
ISTHMUS_DEVICE_CALL(void, sync_all, (void)) {
  (void)isthmus_device_synchronise("shmem_sync_all", SHMEM_TEAM_WORLD, isthmus_device_in_thread());
}
ISTHMUS_DEVICE_CALL(int, team_sync, (shmem_team_t team)) {
  return isthmus_device_synchronise("shmem_team_sync", team, isthmus_device_in_thread());
}
#define ISTHMUS_DEVICE_COLLECT(verb, before, after, TYPE, SIZE)                                                        \
  ISTHMUS_DEVICE_CALL(int, before##verb##after, (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems)) {  \
    return isthmus_device_##verb("shmem_" #before #verb #after, team, dest, source, nelems * SIZE,                     \
                                 isthmus_device_in_thread());                                                          \
  }
#define ISTHMUS_DEVICE_COLLECTS(before, after, TYPE, SIZE)                                                             \
  ISTHMUS_DEVICE_COLLECT(fcollect, before, after, TYPE, SIZE)                                                          \
  ISTHMUS_DEVICE_COLLECT(collect, before, after, TYPE, SIZE)                                                           \
  ISTHMUS_DEVICE_COLLECT(alltoall, before, after, TYPE, SIZE)                                                          \
  ISTHMUS_DEVICE_CALL(int, before##broadcast##after,                                                                   \
                      (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems, int PE_root)) {               \
    return isthmus_device_broadcast("shmem_" #before "broadcast" #after, team, dest, source, nelems * SIZE, PE_root,   \
                                    isthmus_device_in_thread());                                                       \
  }                                                                                                                    \
  ISTHMUS_DEVICE_CALL(int, before##alltoalls##after,                                                                   \
                      (shmem_team_t team, TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst,                \
                       size_t nelems)) {                                                                               \
    return isthmus_device_alltoalls("shmem_" #before "alltoalls" #after, team, dest, source, dst, sst, nelems, SIZE,   \
                                    isthmus_device_in_thread());                                                       \
  }
#define ISTHMUS_DEVICE_TYPED(NAME, TYPE) ISTHMUS_DEVICE_COLLECTS(NAME##_, , TYPE, sizeof(TYPE))
ISTHMUS_RMA_WORD_TYPES(ISTHMUS_DEVICE_TYPED)
ISTHMUS_DEVICE_COLLECTS(, mem, void, 1)
#define ISTHMUS_DEVICE_REDUCES(NAME, TYPE, NUMBER, op)                                                                 \
  ISTHMUS_DEVICE_CALL(int, NAME##_##op##_reduce,                                                                       \
                      (shmem_team_t team, TYPE *dest, const TYPE *source, size_t nreduce)) {                           \
    const struct isthmus_device_threads threads = isthmus_device_in_thread();                                          \
    return ISTHMUS_DEVICE_DO_REDUCE("shmem_" #NAME "_" #op "_reduce", threads, NAME, NUMBER, TYPE, op, team, dest,     \
                                    source, nreduce);                                                                  \
  }
ISTHMUS_DEVICE_ALL_REDUCTIONS
#undef ISTHMUS_DEVICE_TYPED
#undef ISTHMUS_DEVICE_COLLECT
#undef ISTHMUS_DEVICE_COLLECTS
#undef ISTHMUS_DEVICE_REDUCES
#ifdef __cplusplus
}
#endif
#endif
#undef ISTHMUS_DEVICE_GROUP_SYNC
#undef ISTHMUS_DEVICE_GROUP_COLLECT
#undef ISTHMUS_DEVICE_GROUP_COLLECTS
#undef ISTHMUS_DEVICE_GROUP_REDUCE
#undef ISTHMUS_DEVICE_BITWISE
#undef ISTHMUS_DEVICE_NUMERIC
#undef ISTHMUS_DEVICE_COMPLEX

#endif
