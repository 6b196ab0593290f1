/* Where a symmetric address of another PE is for this device, and what happens to wrong ones. */
#ifndef ISTHMUS_DEVICE_REACH_H
#define ISTHMUS_DEVICE_REACH_H

#include <stdio.h>

/* Reports a mistake: the host prints it and ends the job, which ends this thread, too. */
ISTHMUS_DEVICE_FAR void isthmus_device_fail(const char *call, int mistake, const void *p, uint64_t bytes, int pe) {
  if (isthmus_device_state.version != ISTHMUS_DEVICE_VERSION) {
#if !defined(ISTHMUS_DEVICE_AMDGCN) && !defined(ISTHMUS_DEVICE_SPIRV) /* they have no printf of their own */
    printf("isthmus: %s on a device: this device code has not been filled by shmem_init; call shmem_init before the "
           "kernel, and shmemx_device_update after loading device code later\n", call);
#endif
    isthmus_device_trap();
  }
  struct isthmus_device_fault *fault = isthmus_device_state.fault;
  if (isthmus_device_cswap32(&fault->claimed, 0, 1) == 0) {
    fault->mistake = mistake;
    fault->pe = pe;
    fault->address = (uint64_t)p;
    fault->bytes = bytes;
    for (int i = 0; i < ISTHMUS_DEVICE_CALL_NAME - 1 && call[i]; ++i) fault->call[i] = call[i];
    isthmus_device_store_release32(&fault->ready, 1);
  }
  for (;;) isthmus_device_pause();
}

ISTHMUS_DEVICE_FN const struct isthmus_device_segment *isthmus_device_find_segment(const void *p) {
  for (uint32_t i = 0; i < isthmus_device_state.n_segments; ++i) {
    const struct isthmus_device_segment *segment = &isthmus_device_state.segments[i];
    if ((uint64_t)p - segment->base < segment->size) return segment;
  }
  return NULL;
}

/* Checks the arguments. Returns the address of PE pe's copy, or null where the ring has to be used. */
ISTHMUS_DEVICE_FAR char *isthmus_device_reach(const char *call, const void *p, uint64_t bytes, int pe) {
  if (isthmus_device_state.version != ISTHMUS_DEVICE_VERSION || pe < 0 || pe >= isthmus_device_state.n_pes)
    isthmus_device_fail(call, isthmus_device_bad_pe, p, bytes, pe);
  const struct isthmus_device_segment *segment = isthmus_device_find_segment(p);
  if (!segment) {
    if (bytes == 0) return (char *)p; /* an operation of 0 bytes touches no address */
    isthmus_device_fail(call, isthmus_device_bad_address, p, bytes, pe);
  }
  const uint64_t offset = (uint64_t)p - segment->base;
  if (bytes > segment->size - offset) isthmus_device_fail(call, isthmus_device_bad_length, p, bytes, pe);
  const uint64_t mapped = segment->mapped[pe];
  return mapped ? (char *)(mapped + offset) : NULL;
}

/* As the above for an atomic operation, which memory that is merely mapped may not have. */
ISTHMUS_DEVICE_FN char *isthmus_device_reach_word(const char *call, const void *p, uint64_t bytes, int pe) {
  char *there = isthmus_device_reach(call, p, bytes, pe);
  return there && isthmus_device_find_segment(p)->atomic ? there : NULL;
}

/* As the first, with the table first. */
ISTHMUS_DEVICE_INLINE char *isthmus_device_reach_any(const char *call, const void *p, uint64_t bytes, int pe) {
  const struct isthmus_device_found found = isthmus_device_find_near(p, pe);
  return ISTHMUS_DEVICE_LIKELY(found.near) ? found.there : isthmus_device_reach(call, p, bytes, pe);
}

/* ---- Contexts and teams ---- */

ISTHMUS_DEVICE_FN const struct isthmus_device_team *isthmus_device_find_team(uint64_t handle) {
  const struct isthmus_device_directory *directory = isthmus_device_state.directory;
  if (handle == 0) return NULL;
  for (uint32_t i = 0, n = isthmus_device_load_acquire32(&directory->teams); i < n; ++i)
    if (isthmus_device_load_acquire64(&directory->team[i].handle) == handle) return &directory->team[i];
  return NULL;
}

/* The team, or null for SHMEM_TEAM_INVALID. */
ISTHMUS_DEVICE_FAR const struct isthmus_device_team *isthmus_device_team_of(const char *call, shmem_team_t handle) {
  if (isthmus_device_state.version != ISTHMUS_DEVICE_VERSION) isthmus_device_fail(call, 0, NULL, 0, 0);
  const struct isthmus_device_team *team = isthmus_device_find_team((uint64_t)handle);
  if (!team && handle != SHMEM_TEAM_INVALID)
    isthmus_device_fail(call, isthmus_device_bad_team, (const void *)handle, 0, 0);
  return team;
}

/* The number in the world team of a team's member, or -1. */
ISTHMUS_DEVICE_FN int isthmus_device_member(const struct isthmus_device_team *team, int pe) {
  if (pe < 0 || pe >= team->size) return -1;
  return team->list ? team->list[pe] : team->start + pe * team->stride;
}

ISTHMUS_DEVICE_FN int isthmus_device_member_of(const struct isthmus_device_team *team, int world_pe) {
  for (int i = 0; i < team->size; ++i)
    if (isthmus_device_member(team, i) == world_pe) return i;
  return -1;
}

ISTHMUS_DEVICE_FAR const struct isthmus_device_team *isthmus_device_context_team(const char *call, shmem_ctx_t ctx) {
  if (isthmus_device_state.version != ISTHMUS_DEVICE_VERSION) isthmus_device_fail(call, 0, NULL, 0, 0);
  const struct isthmus_device_directory *directory = isthmus_device_state.directory;
  for (uint32_t i = 0, n = isthmus_device_load_acquire32(&directory->contexts); i < n; ++i)
    if (isthmus_device_load_acquire64(&directory->context[i].handle) == (uint64_t)ctx && ctx)
      return isthmus_device_find_team(directory->context[i].team);
  isthmus_device_fail(call, isthmus_device_bad_context, (const void *)ctx, 0, 0);
  return NULL;
}

ISTHMUS_DEVICE_FAR int isthmus_device_translate(const char *call, shmem_ctx_t ctx, int pe) {
  const struct isthmus_device_team *team = isthmus_device_context_team(call, ctx);
  const int world_pe = team ? isthmus_device_member(team, pe) : -1;
  if (world_pe < 0) isthmus_device_fail(call, isthmus_device_bad_pe, NULL, 0, pe);
  return world_pe;
}

/* The number in the world team of PE pe of a context's team. */
ISTHMUS_DEVICE_INLINE int isthmus_device_world_pe(const char *call, shmem_ctx_t ctx, int pe) {
  return ctx == SHMEM_CTX_DEFAULT ? pe : isthmus_device_translate(call, ctx, pe);
}

/* Defines shmem_<name> and shmem_ctx_<name> with the same body, in which `call` is the function's name and `pe` a PE of the
 * world team. */
#define ISTHMUS_DEVICE_WITH_CTX(...) (shmem_ctx_t ctx, __VA_ARGS__)
#define ISTHMUS_DEVICE_BOTH(result, name, parameters, ...)                           \
  ISTHMUS_DEVICE_CALL(result, name, parameters) {                                    \
    const char *const call = "shmem_" #name;                                         \
    (void)call;                                                                      \
    __VA_ARGS__                                                                      \
  }                                                                                  \
  ISTHMUS_DEVICE_CALL(result, ctx_##name, ISTHMUS_DEVICE_WITH_CTX parameters) {      \
    const char *const call = "shmem_ctx_" #name;                                     \
    pe = isthmus_device_world_pe(call, ctx, pe);                                     \
    __VA_ARGS__                                                                      \
  }

#endif
