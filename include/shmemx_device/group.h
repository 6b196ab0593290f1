/* Calls by a group of threads together: shmemx_<call>_warp by all threads of a warp (NVIDIA) or wavefront (AMD), and
 * shmemx_<call>_block by all threads of a block; in OpenMP a block is all threads of the innermost parallel region, or of a
 * bare kernel (ompx_bare) if SHMEMX_DEVICE_BARE is defined. All threads pass the same arguments. The threads meet before the
 * call moves data and, but for nbi, after it: what they stored before is sent, and what arrived may be loaded by all. On the
 * host a warp is one thread.
 *
 * put, get, put_nbi, get_nbi, put_signal, put_signal_nbi, iput, iget: by type, shmemx_long_put_block, by size,
 * shmemx_put64_block, and by bytes, shmemx_putmem_block; wait_until by type; fence, quiet, signal_wait_until. By type and by
 * bytes the contiguous ones also have forms with a context, as in shmemx_ctx_long_put_block. */
#ifndef ISTHMUS_DEVICE_GROUP_H
#define ISTHMUS_DEVICE_GROUP_H

/* ---- What each thread does ---- */

#ifdef ISTHMUS_DEVICE_PASS
ISTHMUS_DEVICE_FN void isthmus_device_put_part(const char *call, void *dest, const void *source, uint64_t bytes, int pe,
                                               int later, uint64_t rank, uint64_t size) {
  if (rank >= bytes && rank > 0) return; /* most threads have no part of few bytes, and every instruction counts for them */
  char *there = isthmus_device_reach_any(call, dest, bytes, pe);
  if (there)
    isthmus_device_copy_out(there, source, bytes, rank, size);
  else if (rank == 0)
    isthmus_device_ring_put(dest, source, bytes, pe, later);
}
ISTHMUS_DEVICE_FN void isthmus_device_get_part(const char *call, void *dest, const void *source, uint64_t bytes, int pe,
                                               int later, uint64_t rank, uint64_t size) {
  if (rank >= bytes && rank > 0) return;
  const char *there = isthmus_device_reach_any(call, source, bytes, pe);
  if (there)
    isthmus_device_copy_in(dest, there, bytes, rank, size);
  else if (rank == 0)
    isthmus_device_ring_get(dest, source, bytes, pe, later);
}
ISTHMUS_DEVICE_FN void isthmus_device_iput_part(const char *call, void *dest, const void *source, ptrdiff_t dst,
                                                ptrdiff_t sst, uint64_t n, uint64_t bytes, int pe, uint64_t rank,
                                                uint64_t size) {
  char *there = isthmus_device_reach_any(call, dest, isthmus_device_extent(dst, 1, n, bytes), pe);
  if (there)
    isthmus_device_copy_blocks_out(there, (const char *)source, dst * (ptrdiff_t)bytes, sst * (ptrdiff_t)bytes, bytes, n, rank,
                               size);
  else if (rank == 0)
    isthmus_device_ring_strided(isthmus_device_iput, dest, source, dst, sst, 1, n, bytes, pe);
}
ISTHMUS_DEVICE_FN void isthmus_device_iget_part(const char *call, void *dest, const void *source, ptrdiff_t dst,
                                                ptrdiff_t sst, uint64_t n, uint64_t bytes, int pe, uint64_t rank,
                                                uint64_t size) {
  const char *there = isthmus_device_reach_any(call, source, isthmus_device_extent(sst, 1, n, bytes), pe);
  if (there)
    isthmus_device_copy_blocks_in((char *)dest, there, dst * (ptrdiff_t)bytes, sst * (ptrdiff_t)bytes, bytes, n, rank, size);
  else if (rank == 0)
    isthmus_device_ring_strided(isthmus_device_iget, dest, source, dst, sst, 1, n, bytes, pe);
}
/* By the first thread, after the threads have met: a release covers what the others stored before they met. Data that
 * went through the ring is completed first, as the signal may go another way. */
ISTHMUS_DEVICE_FN void isthmus_device_signal_part(const char *call, uint64_t *word, uint64_t signal, int sig_op, int pe,
                                                  uint64_t rank) {
  if (rank != 0) return;
  isthmus_device_complete(call);
  isthmus_device_signal_word(call, word, signal, sig_op, pe);
}
/* Whether a group's put or get of `bytes` is one aligned word that a mapped peer has; its first thread then moves it. `found` is
 * looked up before the threads meet, and the conditions are combined without branches. */
ISTHMUS_DEVICE_INLINE int isthmus_device_is_word(struct isthmus_device_found found, const void *dest, const void *source,
                                                 uint64_t bytes) {
  return found.near & (bytes == 8) & ((((uint64_t)dest | (uint64_t)source) & 7) == 0);
}
/* After the threads have met. Most of them have no part of few bytes and leave at once: all share the processor, so that each of
 * their instructions delays the first thread. */
#define ISTHMUS_DEVICE_MOVE_IN_GROUP(verb, TO, FROM)                                                                   \
  ISTHMUS_DEVICE_INLINE void isthmus_device_##verb##_in_group(const char *call, struct isthmus_device_found found,     \
                                                              void *dest, const void *source, uint64_t bytes, int pe,  \
                                                              int later, uint64_t rank, uint64_t size) {               \
    if (rank >= bytes && rank > 0) return;                                                                             \
    const int word = isthmus_device_is_word(found, dest, source, bytes);                                               \
    if (word & (rank == 0))                                                                                            \
      TO = FROM;                                                                                                       \
    else if (!word)                                                                                                    \
      isthmus_device_##verb##_part(call, dest, source, bytes, pe, later, rank, size);                                  \
  }
ISTHMUS_DEVICE_MOVE_IN_GROUP(put, *(volatile uint64_t *)found.there, *(const uint64_t *)source)
ISTHMUS_DEVICE_MOVE_IN_GROUP(get, *(uint64_t *)dest, *(const volatile uint64_t *)found.there)
#undef ISTHMUS_DEVICE_MOVE_IN_GROUP
#define ISTHMUS_DEVICE_FIND_put(dest, source, pe) isthmus_device_find_near(dest, pe)
#define ISTHMUS_DEVICE_FIND_get(dest, source, pe) isthmus_device_find_near(source, pe)
#define ISTHMUS_DEVICE_CALLED_HERE ISTHMUS_DEVICE_CALLED
#else
/* On the host the first thread makes the library's call. */
#define ISTHMUS_DEVICE_ON_FIRST(...) \
  (void)call;                        \
  (void)size;                        \
  if (rank == 0) __VA_ARGS__;
ISTHMUS_DEVICE_FN void isthmus_device_put_part(const char *call, void *dest, const void *source, uint64_t bytes, int pe,
                                               int later, uint64_t rank, uint64_t size) {
  (void)later;
  ISTHMUS_DEVICE_ON_FIRST(shmem_putmem(dest, source, bytes, pe))
}
ISTHMUS_DEVICE_FN void isthmus_device_get_part(const char *call, void *dest, const void *source, uint64_t bytes, int pe,
                                               int later, uint64_t rank, uint64_t size) {
  (void)later;
  ISTHMUS_DEVICE_ON_FIRST(shmem_getmem(dest, source, bytes, pe))
}
ISTHMUS_DEVICE_FN void isthmus_device_iput_part(const char *call, void *dest, const void *source, ptrdiff_t dst,
                                                ptrdiff_t sst, uint64_t n, uint64_t bytes, int pe, uint64_t rank,
                                                uint64_t size) {
  ISTHMUS_DEVICE_ON_FIRST(shmem_ibput8(dest, source, dst * (ptrdiff_t)bytes, sst * (ptrdiff_t)bytes, bytes, n, pe))
}
ISTHMUS_DEVICE_FN void isthmus_device_iget_part(const char *call, void *dest, const void *source, ptrdiff_t dst,
                                                ptrdiff_t sst, uint64_t n, uint64_t bytes, int pe, uint64_t rank,
                                                uint64_t size) {
  ISTHMUS_DEVICE_ON_FIRST(shmem_ibget8(dest, source, dst * (ptrdiff_t)bytes, sst * (ptrdiff_t)bytes, bytes, n, pe))
}
ISTHMUS_DEVICE_FN void isthmus_device_signal_part(const char *call, uint64_t *word, uint64_t signal, int sig_op, int pe,
                                                  uint64_t rank) {
  (void)call;
  if (rank == 0) shmem_putmem_signal(NULL, NULL, 0, word, signal, sig_op, pe);
}
#undef ISTHMUS_DEVICE_ON_FIRST
#define isthmus_device_put_in_group(call, found, ...) isthmus_device_put_part(call, __VA_ARGS__)
#define isthmus_device_get_in_group(call, found, ...) isthmus_device_get_part(call, __VA_ARGS__)
#define ISTHMUS_DEVICE_FIND_put(dest, source, pe) {NULL, 0, 0}
#define ISTHMUS_DEVICE_FIND_get(dest, source, pe) {NULL, 0, 0}
#define ISTHMUS_DEVICE_CALLED_HERE(name) shmem_##name
/* The number in the world team of PE pe of a context's team. */
ISTHMUS_DEVICE_FN int isthmus_device_world_pe(const char *call, shmem_ctx_t ctx, int pe) {
  shmem_team_t team = SHMEM_TEAM_WORLD;
  (void)call;
  if (ctx == SHMEM_CTX_DEFAULT || shmem_ctx_get_team(ctx, &team) != 0) return pe;
  return shmem_team_translate_pe(team, pe, SHMEM_TEAM_WORLD);
}
#endif

/* ---- The calls ---- */

#define ISTHMUS_DEVICE_GROUP_CALL(result, name, group, parameters) \
  ISTHMUS_DEVICE_FN result shmemx_##name##_##group parameters
#define ISTHMUS_DEVICE_IN(group) isthmus_device_rank_in_##group(), isthmus_device_size_of_##group()

#define ISTHMUS_DEVICE_GROUP_MOVE(group, verb, name, TYPE, SIZE, LATER)                                                \
  ISTHMUS_DEVICE_GROUP_CALL(void, name, group, (TYPE *dest, const TYPE *source, size_t nelems, int pe)) {              \
    const struct isthmus_device_found found = ISTHMUS_DEVICE_FIND_##verb(dest, source, pe);                            \
    (void)found;                                                                                                       \
    isthmus_device_meet_in_##group();                                                                                  \
    isthmus_device_##verb##_in_group("shmemx_" #name "_" #group, found, dest, source, nelems * SIZE, pe, LATER,        \
                                     ISTHMUS_DEVICE_IN(group));                                                        \
    if (!LATER) isthmus_device_meet_in_##group();                                                                      \
  }
#define ISTHMUS_DEVICE_GROUP_STRIDED(group, verb, name, TYPE, SIZE)                                                    \
  ISTHMUS_DEVICE_GROUP_CALL(void, name, group,                                                                         \
                            (TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)) {   \
    isthmus_device_meet_in_##group();                                                                                  \
    isthmus_device_##verb##_part("shmemx_" #name "_" #group, dest, source, dst, sst, nelems, SIZE, pe,                 \
                                 ISTHMUS_DEVICE_IN(group));                                                            \
    isthmus_device_meet_in_##group();                                                                                  \
  }
#define ISTHMUS_DEVICE_GROUP_SIGNAL(group, name, TYPE, SIZE, LATER)                                                    \
  ISTHMUS_DEVICE_GROUP_CALL(void, name, group, (TYPE *dest, const TYPE *source, size_t nelems, uint64_t *sig_addr,     \
                                                uint64_t signal, int sig_op, int pe)) {                                \
    isthmus_device_meet_in_##group();                                                                                  \
    isthmus_device_put_part("shmemx_" #name "_" #group, dest, source, nelems * SIZE, pe, 0, ISTHMUS_DEVICE_IN(group)); \
    isthmus_device_meet_in_##group();                                                                                  \
    isthmus_device_signal_part("shmemx_" #name "_" #group, sig_addr, signal, sig_op, pe,                               \
                               isthmus_device_rank_in_##group());                                                      \
  }
/* `before` and `after` are the parts of the name before and after put or get. */
#define ISTHMUS_DEVICE_GROUP_MOVES(group, before, after, TYPE, SIZE)                          \
  ISTHMUS_DEVICE_GROUP_MOVE(group, put, before##put##after, TYPE, SIZE, 0)                    \
  ISTHMUS_DEVICE_GROUP_MOVE(group, get, before##get##after, TYPE, SIZE, 0)                    \
  ISTHMUS_DEVICE_GROUP_MOVE(group, put, before##put##after##_nbi, TYPE, SIZE, 1)              \
  ISTHMUS_DEVICE_GROUP_MOVE(group, get, before##get##after##_nbi, TYPE, SIZE, 1)              \
  ISTHMUS_DEVICE_GROUP_SIGNAL(group, before##put##after##_signal, TYPE, SIZE, 0)              \
  ISTHMUS_DEVICE_GROUP_SIGNAL(group, before##put##after##_signal_nbi, TYPE, SIZE, 1)
#define ISTHMUS_DEVICE_GROUP_STRIDES(group, before, after, TYPE, SIZE)                        \
  ISTHMUS_DEVICE_GROUP_STRIDED(group, iput, before##iput##after, TYPE, SIZE)                  \
  ISTHMUS_DEVICE_GROUP_STRIDED(group, iget, before##iget##after, TYPE, SIZE)
/* The operations of all contexts are ordered and completed together. */
#define ISTHMUS_DEVICE_GROUP_MOVE_ON(group, name, TYPE)                                                                \
  ISTHMUS_DEVICE_GROUP_CALL(void, ctx_##name, group,                                                                   \
                            (shmem_ctx_t ctx, TYPE *dest, const TYPE *source, size_t nelems, int pe)) {                \
    shmemx_##name##_##group(dest, source, nelems, isthmus_device_world_pe("shmemx_ctx_" #name "_" #group, ctx, pe));   \
  }
#define ISTHMUS_DEVICE_GROUP_SIGNAL_ON(group, name, TYPE)                                                              \
  ISTHMUS_DEVICE_GROUP_CALL(void, ctx_##name, group,                                                                   \
                            (shmem_ctx_t ctx, TYPE *dest, const TYPE *source, size_t nelems, uint64_t *sig_addr,       \
                             uint64_t signal, int sig_op, int pe)) {                                                   \
    shmemx_##name##_##group(dest, source, nelems, sig_addr, signal, sig_op,                                            \
                            isthmus_device_world_pe("shmemx_ctx_" #name "_" #group, ctx, pe));                         \
  }
#define ISTHMUS_DEVICE_GROUP_CONTEXTS(group, before, after, TYPE)                             \
  ISTHMUS_DEVICE_GROUP_MOVE_ON(group, before##put##after, TYPE)                               \
  ISTHMUS_DEVICE_GROUP_MOVE_ON(group, before##get##after, TYPE)                               \
  ISTHMUS_DEVICE_GROUP_MOVE_ON(group, before##put##after##_nbi, TYPE)                         \
  ISTHMUS_DEVICE_GROUP_MOVE_ON(group, before##get##after##_nbi, TYPE)                         \
  ISTHMUS_DEVICE_GROUP_SIGNAL_ON(group, before##put##after##_signal, TYPE)                    \
  ISTHMUS_DEVICE_GROUP_SIGNAL_ON(group, before##put##after##_signal_nbi, TYPE)
#define ISTHMUS_DEVICE_GROUP_TYPED(group, NAME, TYPE)                                         \
  ISTHMUS_DEVICE_GROUP_MOVES(group, NAME##_, , TYPE, sizeof(TYPE))                            \
  ISTHMUS_DEVICE_GROUP_CONTEXTS(group, NAME##_, , TYPE)                                       \
  ISTHMUS_DEVICE_GROUP_STRIDES(group, NAME##_, , TYPE, sizeof(TYPE))
#define ISTHMUS_DEVICE_GROUP_SIZED(group, BITS, BYTES)                                        \
  ISTHMUS_DEVICE_GROUP_MOVES(group, , BITS, void, BYTES)                                      \
  ISTHMUS_DEVICE_GROUP_STRIDES(group, , BITS, void, BYTES)
/* The first thread waits; the others learn of it when they meet. */
#define ISTHMUS_DEVICE_GROUP_WAIT(group, NAME, TYPE)                                                                   \
  ISTHMUS_DEVICE_GROUP_CALL(void, NAME##_wait_until, group, (TYPE *ivar, int cmp, TYPE cmp_value)) {                   \
    if (isthmus_device_rank_in_##group() == 0) ISTHMUS_DEVICE_CALLED_HERE(NAME##_wait_until)(ivar, cmp, cmp_value);    \
    isthmus_device_meet_in_##group();                                                                                  \
  }
/* One thread's fence covers what the others stored before they met. */
#define ISTHMUS_DEVICE_GROUP_OTHERS(group)                                                                             \
  ISTHMUS_DEVICE_GROUP_MOVES(group, , mem, void, 1)                                                                    \
  ISTHMUS_DEVICE_GROUP_CONTEXTS(group, , mem, void)                                                                    \
  ISTHMUS_DEVICE_GROUP_CALL(void, fence, group, (void)) {                                                              \
    isthmus_device_meet_in_##group();                                                                                  \
    if (isthmus_device_rank_in_##group() == 0) ISTHMUS_DEVICE_CALLED_HERE(fence)();                                    \
    isthmus_device_meet_in_##group();                                                                                  \
  }                                                                                                                    \
  ISTHMUS_DEVICE_GROUP_CALL(void, quiet, group, (void)) {                                                              \
    isthmus_device_meet_in_##group();                                                                                  \
    if (isthmus_device_rank_in_##group() == 0) ISTHMUS_DEVICE_CALLED_HERE(quiet)();                                    \
    isthmus_device_meet_in_##group();                                                                                  \
  }                                                                                                                    \
  ISTHMUS_DEVICE_GROUP_CALL(void, ctx_fence, group, (shmem_ctx_t ctx)) {                                               \
    (void)isthmus_device_world_pe("shmemx_ctx_fence_" #group, ctx, 0);                                                 \
    shmemx_fence_##group();                                                                                            \
  }                                                                                                                    \
  ISTHMUS_DEVICE_GROUP_CALL(void, ctx_quiet, group, (shmem_ctx_t ctx)) {                                               \
    (void)isthmus_device_world_pe("shmemx_ctx_quiet_" #group, ctx, 0);                                                 \
    shmemx_quiet_##group();                                                                                            \
  }                                                                                                                    \
  ISTHMUS_DEVICE_GROUP_CALL(uint64_t, signal_wait_until, group, (uint64_t *sig_addr, int cmp, uint64_t cmp_value)) {   \
    const uint64_t seen = ISTHMUS_DEVICE_CALLED_HERE(signal_wait_until)(sig_addr, cmp, cmp_value);                     \
    isthmus_device_meet_in_##group();                                                                                  \
    return seen;                                                                                                       \
  }

#define ISTHMUS_DEVICE_WARP_TYPED(NAME, TYPE) ISTHMUS_DEVICE_GROUP_TYPED(warp, NAME, TYPE)
#define ISTHMUS_DEVICE_BLOCK_TYPED(NAME, TYPE) ISTHMUS_DEVICE_GROUP_TYPED(block, NAME, TYPE)
#define ISTHMUS_DEVICE_WARP_SIZED(BITS, BYTES) ISTHMUS_DEVICE_GROUP_SIZED(warp, BITS, BYTES)
#define ISTHMUS_DEVICE_BLOCK_SIZED(BITS, BYTES) ISTHMUS_DEVICE_GROUP_SIZED(block, BITS, BYTES)
#define ISTHMUS_DEVICE_WARP_WAIT(NAME, TYPE) ISTHMUS_DEVICE_GROUP_WAIT(warp, NAME, TYPE)
#define ISTHMUS_DEVICE_BLOCK_WAIT(NAME, TYPE) ISTHMUS_DEVICE_GROUP_WAIT(block, NAME, TYPE)
ISTHMUS_RMA_WORD_TYPES(ISTHMUS_DEVICE_WARP_TYPED)
ISTHMUS_RMA_WORD_TYPES(ISTHMUS_DEVICE_BLOCK_TYPED)
ISTHMUS_SIZES(ISTHMUS_DEVICE_WARP_SIZED)
ISTHMUS_SIZES(ISTHMUS_DEVICE_BLOCK_SIZED)
ISTHMUS_SYNC_TYPES(ISTHMUS_DEVICE_WARP_WAIT)
ISTHMUS_SYNC_TYPES(ISTHMUS_DEVICE_BLOCK_WAIT)
ISTHMUS_DEVICE_GROUP_OTHERS(warp)
ISTHMUS_DEVICE_GROUP_OTHERS(block)
#undef ISTHMUS_DEVICE_FIND_put
#undef ISTHMUS_DEVICE_FIND_get
#undef ISTHMUS_DEVICE_GROUP_MOVE
#undef ISTHMUS_DEVICE_GROUP_STRIDED
#undef ISTHMUS_DEVICE_GROUP_SIGNAL
#undef ISTHMUS_DEVICE_GROUP_MOVE_ON
#undef ISTHMUS_DEVICE_GROUP_SIGNAL_ON
#undef ISTHMUS_DEVICE_GROUP_CONTEXTS

#endif
