/* reducescatter, which OpenSHMEM does not have: of the reduction of the members' vectors, each member gets its part of nreduce
 * elements. Small parts are sent to their members in one exchange. Of large ones the members get the parts of one another between
 * two synchronisations, so dest and source must not overlap. Device code alone. */
#ifndef ISTHMUS_NVSHMEM_REDUCESCATTER_H
#define ISTHMUS_NVSHMEM_REDUCESCATTER_H

#ifdef ISTHMUS_DEVICE_PASS
/* Returns 1 if it has reduced the parts, as they are small. */
ISTHMUS_DEVICE_SPECIAL int isthmus_nvshmem_scatter_small(const char *call, shmem_team_t handle, void *dest, const void *source,
                                                         uint64_t bytes, struct isthmus_device_reducing what,
                                                         struct isthmus_device_threads threads) {
  const struct isthmus_device_members team = isthmus_device_find_members(call, handle);
  if (!isthmus_device_fit_cells(team, bytes, threads)) return 0;
  isthmus_device_reduce_small(call, team, (char *)dest, (const char *)source, bytes, bytes, what,
                              isthmus_device_next_round(team), threads);
  return 1;
}
#define ISTHMUS_NVSHMEM_SCATTER_SMALL(call, team, dest, source, nreduce, TYPE, OP, threads)                            \
  isthmus_nvshmem_scatter_small(                                                                                       \
      #call, team, dest, source, nreduce * sizeof(TYPE),                                                               \
      isthmus_device_what(ISTHMUS_DEVICE_NUMBER(TYPE), sizeof(TYPE), isthmus_device_reduce_##OP), threads)
#else
#define ISTHMUS_NVSHMEM_SCATTER_SMALL(...) 0 /* compiled for the host, and not called there */
#endif

#define ISTHMUS_NVSHMEM_SCATTER(call, SYNC, GROUP, NAME, TYPE, OP, ...)                                                \
  ISTHMUS_DEVICE_FN int call(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nreduce) {                      \
    if (team == SHMEM_TEAM_INVALID) return -1;                                                                         \
    const struct isthmus_device_threads threads = isthmus_device_in_##GROUP();                                         \
    if (ISTHMUS_NVSHMEM_SCATTER_SMALL(call, team, dest, source, nreduce, TYPE, OP, threads)) return 0;                 \
    const TYPE *const mine = source + (size_t)shmem_team_my_pe(team) * nreduce;                                        \
    const int members = shmem_team_n_pes(team);                                                                        \
    SYNC(team);                                                                                                        \
    for (size_t i = threads.rank; i < nreduce; i += threads.size) {                                                    \
      TYPE a = shmem_##NAME##_g(mine + i, shmem_team_translate_pe(team, 0, SHMEM_TEAM_WORLD));                         \
      for (int member = 1; member < members; ++member) {                                                               \
        const TYPE b = shmem_##NAME##_g(mine + i, shmem_team_translate_pe(team, member, SHMEM_TEAM_WORLD));            \
        a = (TYPE)(__VA_ARGS__);                                                                                       \
      }                                                                                                                \
      dest[i] = a;                                                                                                     \
    }                                                                                                                  \
    return SYNC(team);                                                                                                 \
  }
#define ISTHMUS_NVSHMEM_SCATTERS(NAME, TYPE, op, ...)                                                                          \
  ISTHMUS_NVSHMEM_SCATTER(nvshmem_##NAME##_##op##_reducescatter, shmem_team_sync, thread, NAME, TYPE, op, __VA_ARGS__)             \
  ISTHMUS_NVSHMEM_SCATTER(nvshmemx_##NAME##_##op##_reducescatter_warp, shmemx_team_sync_warp, warp, NAME, TYPE, op, __VA_ARGS__)   \
  ISTHMUS_NVSHMEM_SCATTER(nvshmemx_##NAME##_##op##_reducescatter_block, shmemx_team_sync_block, block, NAME, TYPE, op, __VA_ARGS__)
#define ISTHMUS_NVSHMEM_NUMERIC(NAME, TYPE)                   \
  ISTHMUS_NVSHMEM_SCATTERS(NAME, TYPE, sum, a + b)            \
  ISTHMUS_NVSHMEM_SCATTERS(NAME, TYPE, prod, a *b)            \
  ISTHMUS_NVSHMEM_SCATTERS(NAME, TYPE, min, b < a ? b : a)    \
  ISTHMUS_NVSHMEM_SCATTERS(NAME, TYPE, max, b > a ? b : a)
#define ISTHMUS_NVSHMEM_BITWISE(NAME, TYPE)                   \
  ISTHMUS_NVSHMEM_SCATTERS(NAME, TYPE, and, a &b)             \
  ISTHMUS_NVSHMEM_SCATTERS(NAME, TYPE, or, a | b)             \
  ISTHMUS_NVSHMEM_SCATTERS(NAME, TYPE, xor, a ^ b)
ISTHMUS_RMA_WORD_TYPES(ISTHMUS_NVSHMEM_NUMERIC)
ISTHMUS_REDUCE_BITWISE_TYPES(ISTHMUS_NVSHMEM_BITWISE)
#undef ISTHMUS_NVSHMEM_SCATTER
#undef ISTHMUS_NVSHMEM_SCATTER_SMALL
#undef ISTHMUS_NVSHMEM_SCATTERS
#undef ISTHMUS_NVSHMEM_NUMERIC
#undef ISTHMUS_NVSHMEM_BITWISE

#endif
