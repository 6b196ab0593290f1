/* Many more threads than cores wait in each rank at once, for replies, events and values. Each message that wakes all of them
 * would take milliseconds, and the test minutes. */
#include <gasnetex.h>

#include <pthread.h>

#include "frame.h"

enum { threads = 200, rounds = 40 };

static gex_Rank_t after;
static long *theirs;
static long answered[threads]; /* by thread, changed by handlers on any thread */

static void on_request(gex_Token_t token, gex_AM_Arg_t thread) { gex_AM_ReplyShort1(token, 201, 0, thread); }
static void on_reply(gex_Token_t token, gex_AM_Arg_t thread) {
  (void)token;
  __atomic_fetch_add(&answered[thread], 1, __ATOMIC_RELEASE);
}

static void *work(void *argument) {
  const long thread = (long)(intptr_t)argument;
  for (long round = 1; round <= rounds; ++round) {
    const long value = (long)me << 32 | thread << 16 | round;
    long back = 0;
    gex_AM_RequestShort1(tm, after, 200, 0, (gex_AM_Arg_t)thread);
    GASNET_BLOCKUNTIL(__atomic_load_n(&answered[thread], __ATOMIC_ACQUIRE) == round);
    gex_Event_Wait(gex_RMA_PutNB(tm, after, &theirs[thread], &value, sizeof value, GEX_EVENT_DEFER, 0));
    gex_Event_Wait(gex_RMA_GetNB(tm, &back, after, &theirs[thread], sizeof back, 0));
    EXPECT_EQ(back, value);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t all[threads];
  long i;
  start(&argc, &argv);
  register_pair((gex_AM_Fn_t)on_request, (gex_AM_Fn_t)on_reply, 1);
  after = (me + 1) % n;
  theirs = (long *)segment_of(after);
  meet();
  for (i = 0; i < threads; ++i) EXPECT_EQ(pthread_create(&all[i], NULL, work, (void *)(intptr_t)i), 0);
  for (i = 0; i < threads; ++i) EXPECT_EQ(pthread_join(all[i], NULL), 0);
  finish();
}
