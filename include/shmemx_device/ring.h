/* The device's side of the request ring (state.h explains it). These functions take the ring as a parameter, so that tests
 * can drive one of their own. */
#ifndef ISTHMUS_DEVICE_RING_H
#define ISTHMUS_DEVICE_RING_H

/* Takes a ticket and waits until its slot is free. */
ISTHMUS_DEVICE_FN uint64_t isthmus_device_take_ticket(const struct isthmus_device_ring *ring) {
  struct isthmus_device_counters *counters = ring->counters;
  isthmus_device_store32(&counters->used, 1);
  const uint64_t ticket = isthmus_device_fetch_add64(&counters->tickets, 1);
  const uint64_t seen = isthmus_device_load_acquire64(&counters->seen);
  if (ticket - seen < ISTHMUS_DEVICE_SLOTS) return ticket;
  uint64_t served;
  while (ticket - (served = isthmus_device_load_acquire64(ring->served)) >= ISTHMUS_DEVICE_SLOTS) isthmus_device_pause();
  /* Whoever sees this may overwrite what the proxy had read before it changed `served`. An older value than the last does
   * no harm: it lets a thread look at `served` once more. */
  isthmus_device_store_release64(&counters->seen, served);
  return ticket;
}

/* The part of the staging area that a ticket owns until its request is posted or, with an answer, finished. */
ISTHMUS_DEVICE_FN char *isthmus_device_staging(const struct isthmus_device_ring *ring, uint64_t ticket) {
  return ring->staging + ticket % ISTHMUS_DEVICE_SLOTS * ISTHMUS_DEVICE_STAGED;
}

/* Stores 8 bytes of a request, word by word: 16 bytes at once take four registers in a row, which kernels that never come here would
 * have to set aside, too. */
ISTHMUS_DEVICE_INLINE void isthmus_device_post_field(uint64_t *words, uint64_t field, uint64_t tag) {
  isthmus_device_store64(words, tag | (uint32_t)field);
  isthmus_device_store64(words + 1, tag | field >> 32);
}

/* Posts a request. If it `refers` to memory, the proxy sees there what this thread has stored before. */
ISTHMUS_DEVICE_FN void isthmus_device_post(const struct isthmus_device_ring *ring, uint64_t ticket,
                                           struct isthmus_device_request request, int refers) {
  uint64_t *words = ring->slots[ticket % ISTHMUS_DEVICE_SLOTS].words;
  const uint64_t tag = (ticket + 1) << 32;
  isthmus_device_post_field(words, request.dest, tag);
  isthmus_device_post_field(words + 2, request.source, tag);
  isthmus_device_post_field(words + 4, request.count, tag);
  isthmus_device_post_field(words + 6, request.a, tag);
  isthmus_device_post_field(words + 8, request.b, tag);
  isthmus_device_post_field(words + 10, request.c, tag);
  isthmus_device_store64(words + 12, tag | (uint32_t)request.pe);
  const uint64_t last = tag | (uint32_t)(request.op | request.size << 8 | request.flags << 16);
  if (refers)
    isthmus_device_store_release64(words + 13, last);
  else
    isthmus_device_store64(words + 13, last);
}

ISTHMUS_DEVICE_FN uint64_t isthmus_device_await(const struct isthmus_device_ring *ring, uint64_t ticket) {
  const struct isthmus_device_answer *answer = &ring->answers[ticket % ISTHMUS_DEVICE_SLOTS];
  const uint32_t tag = (uint32_t)(ticket + 1);
  /* One load takes a device a microsecond, so that only those who wait for longer have to pause for the sake of others. */
  for (int looks = 0;; ++looks) {
    const struct isthmus_device_16 seen = isthmus_device_load_acquire128(answer);
    if (seen.low >> 32 == tag && seen.high >> 32 == tag) return (seen.high << 32) | (uint32_t)seen.low;
    if (looks >= 8) isthmus_device_pause();
  }
}

/* Gives the slot of an answered request back; with `after_loads`, when the staging area has been read. */
ISTHMUS_DEVICE_FN void isthmus_device_finish(const struct isthmus_device_ring *ring, uint64_t ticket, int after_loads) {
  uint64_t *taken = &ring->taken[ticket % ISTHMUS_DEVICE_SLOTS];
  if (after_loads)
    isthmus_device_store_release64(taken, ticket + 1);
  else
    isthmus_device_store64(taken, ticket + 1);
}

/* Posts a request and, if it has ISTHMUS_DEVICE_ANSWER, waits for the answer. */
ISTHMUS_DEVICE_FN uint64_t isthmus_device_ask(const struct isthmus_device_ring *ring,
                                              struct isthmus_device_request request, int refers) {
  const uint64_t ticket = isthmus_device_take_ticket(ring);
  isthmus_device_post(ring, ticket, request, refers);
  if (!(request.flags & ISTHMUS_DEVICE_ANSWER)) return 0;
  const uint64_t value = isthmus_device_await(ring, ticket);
  isthmus_device_finish(ring, ticket, 0);
  return value;
}

/* Whether requests have been made that no quiet has waited for. */
ISTHMUS_DEVICE_FN int isthmus_device_busy(const struct isthmus_device_ring *ring) {
  return isthmus_device_load64(&ring->counters->tickets) != isthmus_device_load64(&ring->counters->quieted);
}

/* Waits until all requests made before are complete at their targets. */
ISTHMUS_DEVICE_FN void isthmus_device_drain(const struct isthmus_device_ring *ring) {
  const struct isthmus_device_request request = {0, 0, 0, 0, 0, 0, 0, isthmus_device_quiet, 0, ISTHMUS_DEVICE_ANSWER, 0};
  const uint64_t ticket = isthmus_device_take_ticket(ring);
  isthmus_device_post(ring, ticket, request, 0);
  isthmus_device_await(ring, ticket);
  isthmus_device_finish(ring, ticket, 0);
  isthmus_device_max64(&ring->counters->quieted, ticket + 1);
}

#endif
