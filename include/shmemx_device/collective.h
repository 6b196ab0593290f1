/* Collectives that move data on a device, by a thread, a warp or a block of every member of a team. A member writes into the
 * destinations of the others, between two rounds; whoever has seen all members in the second one has all data. Small data goes
 * through cells instead (cells.h), and its receiver stores it. reduce.h has the reductions. Members that are not mapped are
 * reached through the ring by the same steps. */
#ifndef ISTHMUS_DEVICE_COLLECTIVE_H
#define ISTHMUS_DEVICE_COLLECTIVE_H

#include "rounds.h"

#include "cells.h"

/* Puts into a member's memory, by all threads. */
ISTHMUS_DEVICE_INLINE void isthmus_device_give(const char *call, struct isthmus_device_members team, int member, void *dest,
                                               const void *source, uint64_t bytes, struct isthmus_device_threads threads) {
  isthmus_device_put_part(call, dest, source, bytes, isthmus_device_pe_of(team, member), 0, threads.rank, threads.size);
}

/* Where this device stores `bytes` for dest, which came through cells. Ends the job if it cannot, or if they are not symmetric.
 * (Which way data goes must not depend on that, as it may differ between members.) */
ISTHMUS_DEVICE_INLINE char *isthmus_device_my_copy(const char *call, const void *dest, uint64_t bytes) {
  char *const mine = isthmus_device_reach_any(call, dest, bytes, (int)isthmus_device_constant(&isthmus_device_state.my_row));
  if (__builtin_expect(!mine, 0)) isthmus_device_fail(call, isthmus_device_unreadable, dest, 0, 0);
  return mine;
}

/* Copies what a member has for itself. The last threads begin: the first ones are busy with what is sent. */
ISTHMUS_DEVICE_FN void isthmus_device_keep(char *dest, const char *source, uint32_t bytes, int piece,
                                           struct isthmus_device_threads threads) {
  if (dest == source) return;
  for (uint32_t at = 8 * (uint32_t)(threads.size - 1 - threads.rank); at < bytes; at += 8 * (uint32_t)threads.size)
    isthmus_device_store_pieces(dest + at, isthmus_device_load_pieces(source + at, bytes - at, piece), bytes - at, piece);
}

/* One exchange through cells: each member sends what is at source + step * member, and has what comes from it at `to` + bytes *
 * member. */
ISTHMUS_DEVICE_FN void isthmus_device_exchange_cells(const char *call, struct isthmus_device_members team, uint64_t round,
                                                     const void *to, const char *source, uint32_t step, uint32_t bytes,
                                                     struct isthmus_device_threads threads) {
  char *const dest = isthmus_device_my_copy(call, to, bytes * (uint64_t)team.size);
  const int piece = isthmus_device_piece(dest, source, bytes);
  isthmus_device_open_cells(call, team, round, threads);
  isthmus_device_send_cells(call, team, round, source, step, bytes, piece, threads);
  isthmus_device_keep(dest + bytes * (uint32_t)team.me, source + step * (uint32_t)team.me, bytes, piece, threads);
  isthmus_device_take_cells(call, team, round, -1, dest, bytes, piece, threads);
  isthmus_device_end_round(team, round, round, threads);
}

/* A broadcast through cells. The others tell the root that they have entered the round, which it finds when it writes cells the
 * next time. */
ISTHMUS_DEVICE_FN void isthmus_device_broadcast_small(const char *call, struct isthmus_device_members team, uint64_t round,
                                                      const void *to, const char *source, uint32_t bytes, int root,
                                                      struct isthmus_device_threads threads) {
  char *const dest = isthmus_device_my_copy(call, to, bytes);
  const int piece = isthmus_device_piece(dest, source, bytes);
  if (team.me == root) {
    isthmus_device_open_cells(call, team, round, threads);
    isthmus_device_send_cells(call, team, round, source, 0, bytes, piece, threads);
    isthmus_device_tell(call, team, round, threads);
    isthmus_device_keep(dest, source, bytes, piece, threads);
  } else {
    isthmus_device_meet(threads);
    isthmus_device_tell(call, team, round, threads);
    isthmus_device_take_cells(call, team, round, root, dest, bytes, piece, threads);
  }
  isthmus_device_end_round(team, round, 0, threads);
}

/* All members pass a round first: another one may still be writing or reading dest after the call before this one. The root
 * does not wait for the others to have the data, nor they for one another. */
ISTHMUS_DEVICE_FN int isthmus_device_broadcast(const char *call, shmem_team_t handle, void *dest, const void *source,
                                               uint64_t bytes, int root, struct isthmus_device_threads threads) {
  if (handle == SHMEM_TEAM_INVALID) return -1;
  const struct isthmus_device_members team = isthmus_device_find_members(call, handle);
  const uint64_t round = isthmus_device_next_round(team) + 1;
  if (root < 0 || root >= team.size) isthmus_device_fail(call, isthmus_device_bad_pe, NULL, 0, root);
  if (isthmus_device_fit_cells(team, bytes, threads)) {
    isthmus_device_broadcast_small(call, team, round - 1, dest, (const char *)source, (uint32_t)bytes, root, threads);
    return 0;
  }
  isthmus_device_pass_round(call, team, round - 1, threads);
  if (team.me == root) {
    for (int i = 0; i < team.size; ++i)
      if (i != root || dest != source) isthmus_device_give(call, team, i, dest, source, bytes, threads);
    isthmus_device_meet(threads);
    isthmus_device_enter(call, team, round, threads);
  } else {
    isthmus_device_enter(call, team, round, threads);
    if (threads.rank == 0) isthmus_device_await_member(call, team, root, round);
  }
  isthmus_device_end_round(team, round, 0, threads);
  return 0;
}

/* What moves large data. Inlined by clang, it makes calls with small data slower by 0.3 us on an H200, for want of registers. By nvcc
 * it does not, and out of line large data takes 1 to 2 us more. */
#ifdef __NVCC__
#define ISTHMUS_DEVICE_LARGE ISTHMUS_DEVICE_INLINE
#else
#define ISTHMUS_DEVICE_LARGE ISTHMUS_DEVICE_FAR
#endif

/* What each member has at source + step * member goes into the destination of that member, between two rounds. They start with
 * different ones, so that not all write to one at a time. */
ISTHMUS_DEVICE_LARGE void isthmus_device_exchange_in_place(const char *call, shmem_team_t handle, char *dest,
                                                           const char *source, uint64_t step, uint64_t bytes,
                                                           struct isthmus_device_threads threads) {
  const struct isthmus_device_members team = isthmus_device_find_members(call, handle);
  const uint64_t round = isthmus_device_next_round(team);
  isthmus_device_pass_round(call, team, round, threads);
  for (int i = 1; i <= team.size; ++i) {
    const int member = (team.me + i) % team.size;
    isthmus_device_give(call, team, member, dest + (uint64_t)team.me * bytes, source + (uint64_t)member * step, bytes, threads);
  }
  isthmus_device_pass_round(call, team, round + 1, threads);
}
ISTHMUS_DEVICE_INLINE int isthmus_device_exchange(const char *call, shmem_team_t handle, void *dest, const void *source,
                                                  uint64_t step, uint64_t bytes, struct isthmus_device_threads threads) {
  if (handle == SHMEM_TEAM_INVALID) return -1;
  const struct isthmus_device_members team = isthmus_device_find_members(call, handle);
  if (isthmus_device_fit_cells(team, bytes, threads))
    isthmus_device_exchange_cells(call, team, isthmus_device_next_round(team), dest, (const char *)source, (uint32_t)step,
                                  (uint32_t)bytes, threads);
  else
    isthmus_device_exchange_in_place(call, handle, (char *)dest, (const char *)source, step, bytes, threads);
  return 0;
}
/* `bytes` of each member to every member. */
ISTHMUS_DEVICE_FN int isthmus_device_fcollect(const char *call, shmem_team_t handle, void *dest, const void *source,
                                              uint64_t bytes, struct isthmus_device_threads threads) {
  return isthmus_device_exchange(call, handle, dest, source, 0, bytes, threads);
}
ISTHMUS_DEVICE_FN int isthmus_device_alltoall(const char *call, shmem_team_t handle, void *dest, const void *source,
                                              uint64_t bytes, struct isthmus_device_threads threads) {
  return isthmus_device_exchange(call, handle, dest, source, bytes, bytes, threads);
}

/* Element i of the block for a member is `sst` elements after the one before it, and `dst` at the destination. */
ISTHMUS_DEVICE_FN int isthmus_device_alltoalls(const char *call, shmem_team_t handle, void *dest, const void *source,
                                               ptrdiff_t dst, ptrdiff_t sst, uint64_t nelems, uint64_t size,
                                               struct isthmus_device_threads threads) {
  if (handle == SHMEM_TEAM_INVALID) return -1;
  const struct isthmus_device_members team = isthmus_device_find_members(call, handle);
  const uint64_t round = isthmus_device_next_round(team);
  const ptrdiff_t to = dst * (ptrdiff_t)(nelems * size), from = sst * (ptrdiff_t)(nelems * size);
  isthmus_device_pass_round(call, team, round, threads);
  for (int i = 1; i <= team.size; ++i) {
    const int member = (team.me + i) % team.size;
    isthmus_device_iput_part(call, (char *)dest + team.me * to, (const char *)source + member * from, dst, sst, nelems, size,
                             isthmus_device_pe_of(team, member), threads.rank, threads.size);
  }
  isthmus_device_pass_round(call, team, round + 1, threads);
  return 0;
}

/* Members bring different numbers of bytes, which they tell in a round before the one for the data. */
ISTHMUS_DEVICE_FN int isthmus_device_collect(const char *call, shmem_team_t handle, void *dest, const void *source,
                                             uint64_t bytes, struct isthmus_device_threads threads) {
  if (handle == SHMEM_TEAM_INVALID) return -1;
  const struct isthmus_device_members team = isthmus_device_find_members(call, handle);
  const uint64_t round = isthmus_device_next_round(team);
  uint64_t offset = 0;
  for (uint64_t i = threads.rank; i < (uint64_t)team.size; i += threads.size)
    isthmus_device_p_any(call, isthmus_device_count_of(team, team.me), bytes, isthmus_device_pe_of(team, (int)i));
  isthmus_device_pass_round(call, team, round, threads);
  for (int i = 0; i < team.me; ++i) offset += isthmus_device_load64(isthmus_device_count_of(team, i));
  for (int i = 1; i <= team.size; ++i)
    isthmus_device_give(call, team, (team.me + i) % team.size, (char *)dest + offset, source, bytes, threads);
  isthmus_device_pass_round(call, team, round + 1, threads);
  return 0;
}

#endif
