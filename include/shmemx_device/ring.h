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

ISTHMUS_DEVICE_FN void isthmus_device_post(const struct isthmus_device_ring *ring, uint64_t ticket,
                                           struct isthmus_device_request request) {
  struct isthmus_device_request *slot = &ring->requests[ticket % ISTHMUS_DEVICE_SLOTS];
  slot->dest = request.dest;
  slot->source = request.source;
  slot->count = request.count;
  slot->a = request.a;
  slot->b = request.b;
  slot->c = request.c;
  slot->pe = request.pe;
  slot->op = request.op;
  slot->size = request.size;
  slot->flags = request.flags;
  isthmus_device_store_release64(&slot->turn, ticket + 1);
}

ISTHMUS_DEVICE_FN uint64_t isthmus_device_await(const struct isthmus_device_ring *ring, uint64_t ticket) {
  const struct isthmus_device_answer *answer = &ring->answers[ticket % ISTHMUS_DEVICE_SLOTS];
  while (isthmus_device_load_acquire64(&answer->done) != ticket + 1) isthmus_device_pause();
  return answer->value;
}

/* Gives the slot of an answered request back. */
ISTHMUS_DEVICE_FN void isthmus_device_finish(const struct isthmus_device_ring *ring, uint64_t ticket) {
  isthmus_device_store_release64(&ring->taken[ticket % ISTHMUS_DEVICE_SLOTS], ticket + 1);
}

/* Posts a request and, if it has ISTHMUS_DEVICE_ANSWER, waits for the answer. */
ISTHMUS_DEVICE_FN uint64_t isthmus_device_ask(const struct isthmus_device_ring *ring,
                                              struct isthmus_device_request request) {
  const uint64_t ticket = isthmus_device_take_ticket(ring);
  isthmus_device_post(ring, ticket, request);
  if (!(request.flags & ISTHMUS_DEVICE_ANSWER)) return 0;
  const uint64_t value = isthmus_device_await(ring, ticket);
  isthmus_device_finish(ring, ticket);
  return value;
}

/* Whether requests have been made that no quiet has waited for. */
ISTHMUS_DEVICE_FN int isthmus_device_busy(const struct isthmus_device_ring *ring) {
  return isthmus_device_load64(&ring->counters->tickets) != isthmus_device_load64(&ring->counters->quieted);
}

/* Waits until all requests made before are complete at their targets. */
ISTHMUS_DEVICE_FN void isthmus_device_drain(const struct isthmus_device_ring *ring) {
  const struct isthmus_device_request request = {0, 0, 0, 0, 0, 0, 0, isthmus_device_quiet, 0, ISTHMUS_DEVICE_ANSWER, 0,
                                                 0};
  const uint64_t ticket = isthmus_device_take_ticket(ring);
  isthmus_device_post(ring, ticket, request);
  isthmus_device_await(ring, ticket);
  isthmus_device_finish(ring, ticket);
  uint64_t quieted = isthmus_device_load64(&ring->counters->quieted);
  while (quieted < ticket + 1) {
    const uint64_t old = isthmus_device_cswap64(&ring->counters->quieted, quieted, ticket + 1);
    if (old == quieted) break;
    quieted = old;
  }
}

#endif
