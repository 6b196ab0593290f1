/* Ordering and completion, signals, queries. */
#ifndef ISTHMUS_DEVICE_ORDER_H
#define ISTHMUS_DEVICE_ORDER_H

/* Completes what went through the ring, if something did. Where requests are prompt there is nothing to complete, and a
 * call of quiet does not look: a load before its fence would delay it. */
ISTHMUS_DEVICE_FAR void isthmus_device_complete_requests(const char *call) {
  const struct isthmus_device_counters *counters = isthmus_device_state.ring.counters;
  if (!counters) isthmus_device_fail(call, 0, NULL, 0, 0); /* the state is not filled */
  /* A plain load sees at least the requests of this thread, and of threads of its block that it has met since. */
  if (counters->used && isthmus_device_busy(&isthmus_device_state.ring)) isthmus_device_drain(&isthmus_device_state.ring);
}
ISTHMUS_DEVICE_INLINE void isthmus_device_complete(const char *call) {
  if (!(isthmus_device_constant(&isthmus_device_state.flags) & ISTHMUS_DEVICE_PROMPT)) isthmus_device_complete_requests(call);
}

/* A PE's memory may be reached both ways, so what went through the ring is completed before what is stored next. */
ISTHMUS_DEVICE_CALL(void, fence, (void)) {
  isthmus_device_order();
  isthmus_device_complete("shmem_fence");
}
ISTHMUS_DEVICE_CALL(void, quiet, (void)) {
  isthmus_device_order_all();
  isthmus_device_complete("shmem_quiet");
}
ISTHMUS_DEVICE_CALL(void, ctx_fence, (shmem_ctx_t ctx)) {
  if (ctx != SHMEM_CTX_DEFAULT) isthmus_device_context_team("shmem_ctx_fence", ctx);
  ISTHMUS_DEVICE_CALLED(fence)();
}
ISTHMUS_DEVICE_CALL(void, ctx_quiet, (shmem_ctx_t ctx)) {
  if (ctx != SHMEM_CTX_DEFAULT) isthmus_device_context_team("shmem_ctx_quiet", ctx);
  ISTHMUS_DEVICE_CALLED(quiet)();
}
ISTHMUS_DEVICE_CALL(void, pe_quiet, (const int *target_pes, size_t npes)) {
  (void)target_pes;
  if (npes) ISTHMUS_DEVICE_CALLED(quiet)();
}
ISTHMUS_DEVICE_CALL(void, ctx_pe_quiet, (shmem_ctx_t ctx, const int *target_pes, size_t npes)) {
  (void)target_pes;
  if (npes) ISTHMUS_DEVICE_CALLED(ctx_quiet)(ctx);
}

/* ---- Signals ---- */

/* Updates a mapped signal word; whoever sees the update sees what this thread has stored before. */
ISTHMUS_DEVICE_INLINE void isthmus_device_signal_at(const char *call, char *there, uint64_t signal, int sig_op) {
  if (sig_op == SHMEM_SIGNAL_SET) {
    isthmus_device_store_release64(there, signal);
  } else if (sig_op == SHMEM_SIGNAL_ADD) {
    isthmus_device_order();
    isthmus_device_add64(there, signal);
  } else {
    isthmus_device_fail(call, isthmus_device_bad_signal, there, (uint64_t)sig_op, 0);
  }
}

ISTHMUS_DEVICE_FAR void isthmus_device_signal_far(const char *call, uint64_t *word, uint64_t signal, int sig_op, int pe) {
  char *there = sig_op == SHMEM_SIGNAL_ADD ? isthmus_device_reach_word(call, word, sizeof *word, pe)
                                           : isthmus_device_reach(call, word, sizeof *word, pe);
  if (there) return isthmus_device_signal_at(call, there, signal, sig_op);
  struct isthmus_device_request request = {(uint64_t)word, 0, 8, signal, (uint64_t)sig_op, 0, pe, isthmus_device_signal, 8,
                                           0, 0};
  isthmus_device_ask(&isthmus_device_state.ring, request, 1);
  isthmus_device_settle();
}

ISTHMUS_DEVICE_INLINE void isthmus_device_signal_word(const char *call, uint64_t *word, uint64_t signal, int sig_op,
                                                      int pe) {
  const struct isthmus_device_found found = isthmus_device_find_near(word, pe);
  if (ISTHMUS_DEVICE_LIKELY(found.near))
    isthmus_device_signal_at(call, found.there, signal, sig_op);
  else
    isthmus_device_signal_far(call, word, signal, sig_op, pe);
}

/* Data that is not mapped travels with its signal, so that the proxy keeps the order. */
ISTHMUS_DEVICE_FAR void isthmus_device_put_signal_far(const char *call, void *dest, const void *source, uint64_t bytes,
                                                      uint64_t *word, uint64_t signal, int sig_op, int pe, int later) {
  char *there = isthmus_device_reach(call, dest, bytes, pe);
  if (there) {
    isthmus_device_copy_out(there, source, bytes, 0, 1);
  } else if (bytes <= ISTHMUS_DEVICE_STAGED || isthmus_device_is_private(source)) {
    isthmus_device_ring_put(dest, source, bytes, pe, 0);
    isthmus_device_complete(call);
  } else {
    struct isthmus_device_request request = {(uint64_t)dest, (uint64_t)source, bytes, (uint64_t)word, signal, 0, pe,
                                             isthmus_device_put_signal, (uint8_t)sig_op,
                                             (uint8_t)(later ? ISTHMUS_DEVICE_LATER : ISTHMUS_DEVICE_ANSWER), 0};
    isthmus_device_ask(&isthmus_device_state.ring, request, 1);
    isthmus_device_settle();
    return;
  }
  isthmus_device_signal_word(call, word, signal, sig_op, pe);
}

ISTHMUS_DEVICE_INLINE void isthmus_device_put_and_signal(const char *call, void *dest, const void *source, uint64_t bytes,
                                                         uint64_t *word, uint64_t signal, int sig_op, int pe, int later) {
  const struct isthmus_device_found found = isthmus_device_find_near(dest, pe);
  if (ISTHMUS_DEVICE_LIKELY(found.near)) {
    isthmus_device_copy_out(found.there, source, bytes, 0, 1);
    isthmus_device_signal_word(call, word, signal, sig_op, pe);
  } else {
    isthmus_device_put_signal_far(call, dest, source, bytes, word, signal, sig_op, pe, later);
  }
}

#define ISTHMUS_DEVICE_PUT_SIGNAL(NAME, TYPE, SIZE, LATER)                                                            \
  ISTHMUS_DEVICE_BOTH(void, NAME,                                                                                     \
                      (TYPE *dest, const TYPE *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, \
                       int pe),                                                                                       \
                      isthmus_device_put_and_signal(call, dest, source, nelems * SIZE, sig_addr, signal, sig_op, pe,  \
                                                    LATER);)
#define ISTHMUS_DEVICE_TYPED(NAME, TYPE)                                 \
  ISTHMUS_DEVICE_PUT_SIGNAL(NAME##_put_signal, TYPE, sizeof(TYPE), 0)    \
  ISTHMUS_DEVICE_PUT_SIGNAL(NAME##_put_signal_nbi, TYPE, sizeof(TYPE), 1)
#define ISTHMUS_DEVICE_SIZED(BITS, BYTES)                                \
  ISTHMUS_DEVICE_PUT_SIGNAL(put##BITS##_signal, void, BYTES, 0)          \
  ISTHMUS_DEVICE_PUT_SIGNAL(put##BITS##_signal_nbi, void, BYTES, 1)
ISTHMUS_RMA_WORD_TYPES(ISTHMUS_DEVICE_TYPED)
ISTHMUS_SIZES(ISTHMUS_DEVICE_SIZED)
ISTHMUS_DEVICE_PUT_SIGNAL(putmem_signal, void, 1, 0)
ISTHMUS_DEVICE_PUT_SIGNAL(putmem_signal_nbi, void, 1, 1)
#undef ISTHMUS_DEVICE_TYPED
#undef ISTHMUS_DEVICE_SIZED
#undef ISTHMUS_DEVICE_PUT_SIGNAL
ISTHMUS_DEVICE_BOTH(void, signal_set, (uint64_t *sig_addr, uint64_t signal, int pe),
                    isthmus_device_signal_word(call, sig_addr, signal, SHMEM_SIGNAL_SET, pe);)
ISTHMUS_DEVICE_BOTH(void, signal_add, (uint64_t *sig_addr, uint64_t signal, int pe),
                    isthmus_device_signal_word(call, sig_addr, signal, SHMEM_SIGNAL_ADD, pe);)

/* ---- Queries and exit ---- */

ISTHMUS_DEVICE_CALL(int, my_pe, (void)) {
  if (!isthmus_device_state.version) isthmus_device_fail("shmem_my_pe", 0, NULL, 0, 0);
  return isthmus_device_state.me;
}
ISTHMUS_DEVICE_CALL(int, n_pes, (void)) {
  if (!isthmus_device_state.version) isthmus_device_fail("shmem_n_pes", 0, NULL, 0, 0);
  return isthmus_device_state.n_pes;
}
ISTHMUS_DEVICE_CALL(void *, ptr, (const void *dest, int pe)) {
  if (!isthmus_device_state.version) isthmus_device_fail("shmem_ptr", 0, NULL, 0, 0);
  const struct isthmus_device_segment *segment = isthmus_device_find_segment(dest);
  if (!segment || pe < 0 || pe >= isthmus_device_state.n_pes || !segment->mapped[pe]) return NULL;
  return (void *)(segment->mapped[pe] + ((uint64_t)dest - segment->base));
}
ISTHMUS_DEVICE_CALL(int, team_my_pe, (shmem_team_t team)) {
  const struct isthmus_device_team *found = isthmus_device_team_of("shmem_team_my_pe", team);
  return found ? found->me : -1;
}
ISTHMUS_DEVICE_CALL(int, team_n_pes, (shmem_team_t team)) {
  const struct isthmus_device_team *found = isthmus_device_team_of("shmem_team_n_pes", team);
  return found ? found->size : -1;
}
ISTHMUS_DEVICE_CALL(int, team_translate_pe, (shmem_team_t src_team, int src_pe, shmem_team_t dest_team)) {
  const struct isthmus_device_team *from = isthmus_device_team_of("shmem_team_translate_pe", src_team);
  const struct isthmus_device_team *to = isthmus_device_team_of("shmem_team_translate_pe", dest_team);
  const int world_pe = from && to ? isthmus_device_member(from, src_pe) : -1;
  return world_pe < 0 ? -1 : isthmus_device_member_of(to, world_pe);
}
ISTHMUS_DEVICE_CALL(void *, team_ptr, (shmem_team_t team, const void *dest, int pe)) {
  const struct isthmus_device_team *found = isthmus_device_team_of("shmem_team_ptr", team);
  const int world_pe = found ? isthmus_device_member(found, pe) : -1;
  return world_pe < 0 ? NULL : ISTHMUS_DEVICE_CALLED(ptr)(dest, world_pe);
}
/* The thread waits until the host has ended the job. */
ISTHMUS_DEVICE_FAR void isthmus_device_end_job(int status) {
  struct isthmus_device_request request = {0, 0, 0, (uint64_t)status, 0, 0, 0, isthmus_device_exit, 0,
                                           ISTHMUS_DEVICE_ANSWER, 0};
  if (!isthmus_device_state.version) isthmus_device_fail("shmem_global_exit", 0, NULL, 0, 0);
  for (;;) isthmus_device_ask(&isthmus_device_state.ring, request, 1);
}
ISTHMUS_DEVICE_CALL(void, global_exit, (int status)) {
  isthmus_device_end_job(status);
  for (;;) isthmus_device_pause();
}

#endif
