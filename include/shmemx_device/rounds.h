/* The members of a team as a collective on a device sees them, and the rounds in which they synchronise; state.h explains
 * rounds. Members that are not mapped are reached through the ring. */
#ifndef ISTHMUS_DEVICE_ROUNDS_H
#define ISTHMUS_DEVICE_ROUNDS_H

/* A team as a collective sees it. */
struct isthmus_device_members {
  int me, size, start, stride, direct;
  const int32_t *list;
  char *area; /* this PE's; the others' are at the same symmetric address */
};

ISTHMUS_DEVICE_INLINE int isthmus_device_pe_of(struct isthmus_device_members team, int member) {
  return team.list ? team.list[member] : team.start + member * team.stride;
}

ISTHMUS_DEVICE_FAR struct isthmus_device_members isthmus_device_members_of(const char *call, shmem_team_t handle) {
  const struct isthmus_device_team *team = isthmus_device_team_of(call, handle);
  if (!isthmus_device_state.areas) isthmus_device_fail(call, isthmus_device_no_memory, NULL, 0, 0);
  if (team->slot >= ISTHMUS_DEVICE_SYNC_TEAMS)
    isthmus_device_fail(call, isthmus_device_too_many_teams, (const void *)handle, 0, 0);
  const struct isthmus_device_members members = {
      team->me,   team->size, team->start, team->stride, team->direct,
      team->list, isthmus_device_state.areas + (uint64_t)team->slot * isthmus_device_state.area_bytes};
  return members;
}

/* The team must not be SHMEM_TEAM_INVALID. All PEs are a team whose members need not be looked up. */
ISTHMUS_DEVICE_INLINE struct isthmus_device_members isthmus_device_find_members(const char *call, shmem_team_t handle) {
  char *const areas = (char *)isthmus_device_constant64(&isthmus_device_state.areas);
  if (handle != SHMEM_TEAM_WORLD || __builtin_expect(!areas, 0)) return isthmus_device_members_of(call, handle);
  const struct isthmus_device_members world = {
      (int)isthmus_device_constant(&isthmus_device_state.my_row),
      (int)isthmus_device_constant((const uint32_t *)&isthmus_device_state.n_pes), 0, 1,
      (isthmus_device_constant(&isthmus_device_state.flags) & ISTHMUS_DEVICE_DIRECT) != 0, NULL, areas};
  return world;
}

ISTHMUS_DEVICE_INLINE struct isthmus_device_rounds *isthmus_device_rounds_of(struct isthmus_device_members team) {
  return (struct isthmus_device_rounds *)team.area;
}
ISTHMUS_DEVICE_INLINE uint64_t *isthmus_device_word_of(struct isthmus_device_members team, int member) {
  return (uint64_t *)(team.area + sizeof(struct isthmus_device_rounds)) + member;
}
ISTHMUS_DEVICE_INLINE uint64_t *isthmus_device_count_of(struct isthmus_device_members team, int member) {
  return isthmus_device_word_of(team, member) + isthmus_device_constant((const uint32_t *)&isthmus_device_state.n_pes);
}

/* ---- Rounds ----
 *
 * Every thread loads the round's number when a collective begins. The first thread changes it after the threads have met,
 * and they meet once more before the next collective can load it. */

ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_next_round(struct isthmus_device_members team) {
  return isthmus_device_rounds_of(team)->round + 1;
}
ISTHMUS_DEVICE_INLINE void isthmus_device_end_round(struct isthmus_device_members team, uint64_t round, uint64_t settled,
                                                    struct isthmus_device_threads threads) {
  if (threads.rank == 0) {
    isthmus_device_rounds_of(team)->round = round;
    if (settled) isthmus_device_rounds_of(team)->settled = settled;
  }
  isthmus_device_meet(threads);
}

/* Tells the other members that this PE has entered the round, and nothing of what it stored before. */
ISTHMUS_DEVICE_INLINE void isthmus_device_tell(const char *call, struct isthmus_device_members team, uint64_t round,
                                               struct isthmus_device_threads threads) {
  uint64_t *const word = isthmus_device_word_of(team, team.me);
  for (uint64_t i = threads.rank; i < (uint64_t)team.size; i += threads.size) {
    const int pe = isthmus_device_pe_of(team, (int)i);
    const struct isthmus_device_found found = isthmus_device_find_near(word, pe);
    if (ISTHMUS_DEVICE_LIKELY(found.near))
      isthmus_device_store64(found.there, round); /* its own, too: nobody reads that */
    else if ((int)i != team.me)
      isthmus_device_signal_far(call, word, round, SHMEM_SIGNAL_SET, pe);
  }
}
/* The same after a fence, which releases what the group's threads stored before they met; what went through the ring is
 * completed, too. */
ISTHMUS_DEVICE_INLINE void isthmus_device_enter(const char *call, struct isthmus_device_members team, uint64_t round,
                                                struct isthmus_device_threads threads) {
  if (threads.rank >= (uint64_t)team.size) return;
  isthmus_device_order();
  isthmus_device_complete(call);
  isthmus_device_tell(call, team, round, threads);
}

/* Waits until a member has entered the round. */
ISTHMUS_DEVICE_INLINE void isthmus_device_await_member(const char *call, struct isthmus_device_members team, int member,
                                                       uint64_t round) {
  const uint64_t *const word = isthmus_device_word_of(team, member);
  struct isthmus_device_watch watch = {0, 0};
  while (isthmus_device_load_acquire64(word) < round) {
    isthmus_device_spin();
    watch = isthmus_device_look(watch, call, word, 8, round);
  }
}
ISTHMUS_DEVICE_INLINE void isthmus_device_await_members(const char *call, struct isthmus_device_members team,
                                                        uint64_t round, struct isthmus_device_threads threads) {
  for (uint64_t i = threads.rank; i < (uint64_t)team.size; i += threads.size)
    if ((int)i != team.me) isthmus_device_await_member(call, team, (int)i, round);
}

/* A round in which every member waits for all others. Afterwards all threads may load what any member stored before it. */
ISTHMUS_DEVICE_INLINE void isthmus_device_pass_round(const char *call, struct isthmus_device_members team, uint64_t round,
                                                     struct isthmus_device_threads threads) {
  isthmus_device_meet(threads);
  isthmus_device_enter(call, team, round, threads);
  isthmus_device_await_members(call, team, round, threads);
  isthmus_device_end_round(team, round, round, threads);
}

ISTHMUS_DEVICE_FN int isthmus_device_synchronise(const char *call, shmem_team_t handle,
                                                 struct isthmus_device_threads threads) {
  if (handle == SHMEM_TEAM_INVALID) return -1;
  const struct isthmus_device_members team = isthmus_device_find_members(call, handle);
  isthmus_device_pass_round(call, team, isthmus_device_next_round(team), threads);
  return 0;
}

#endif
