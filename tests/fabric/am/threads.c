/* Several threads of each PE send, wait and poll at once: nothing is lost, handlers of one PE never overlap, and quiet
 * covers what its own thread has sent. */
#include <pthread.h>

#include "program.h"

enum { threads = 4, rounds = 50, burst = 40 };

static volatile int running;
/* Atomic: what orders these for the thread that runs a handler is a message of another PE, which ThreadSanitizer does not see. */
static _Atomic uint64_t requests, sum;
static _Atomic uint64_t replies[threads]; /* by the thread that sent the request */
static _Atomic int on_reply;
static int on_request;

static void enter(void) {
  EXPECT_EQ(running, 0);
  running = 1;
}

static void take_request(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  (void)payload, (void)bytes;
  enter();
  EXPECT_EQ(nargs, 2);
  ++requests;
  sum += args[1];
  shmemx_am_reply_short(token, on_reply, args, 1);
  running = 0;
}

static void take_reply(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  (void)token, (void)nargs, (void)payload, (void)bytes;
  enter();
  ++replies[args[0]];
  running = 0;
}

static void* work(void* argument) {
  const uint64_t thread = (uint64_t)(uintptr_t)argument;
  uint64_t sent = 0;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < burst; ++i) {
      const uint64_t args[2] = {thread, pattern(thread, me, 0, sent)};
      shmemx_am_request_short((int)((sent + thread + (uint64_t)me) % (uint64_t)n), on_request, args, 2);
      ++sent;
    }
    if (round % 3 == 0) shmemx_am_poll();
    shmemx_am_quiet();
    EXPECT_EQ(replies[thread], sent);
  }
  return NULL;
}

int main(void) {
  begin_with(SHMEM_THREAD_MULTIPLE);
  on_request = shmemx_am_register(take_request);
  on_reply = shmemx_am_register(take_reply);
  shmem_barrier_all();
  pthread_t crew[threads];
  for (uintptr_t t = 0; t < threads; ++t) EXPECT_EQ(pthread_create(&crew[t], NULL, work, (void*)t), 0);
  for (int t = 0; t < threads; ++t) EXPECT_EQ(pthread_join(crew[t], NULL), 0);
  shmem_barrier_all();
  uint64_t expected = 0, expected_sum = 0;
  for (int pe = 0; pe < n; ++pe)
    for (uint64_t thread = 0; thread < threads; ++thread)
      for (uint64_t i = 0; i < rounds * burst; ++i)
        if ((int)((i + thread + (uint64_t)pe) % (uint64_t)n) == me) {
          ++expected;
          expected_sum += pattern(thread, pe, 0, i);
        }
  EXPECT_EQ(requests, expected);
  EXPECT_EQ(sum, expected_sum);
  return end();
}
