/* Several threads of each rank: messages with replies, transfers and events of four threads at once. In GASNET_PAR a fifth
 * thread polls all the time, two threads make teams of different parents at once, and barriers are begun by a thread while
 * another one polls. In GASNET_PARSYNC the threads take turns. */
#include <gasnetex.h>

#include <pthread.h>
#include <sched.h>

#include "frame.h"

enum { workers = 4, rounds = 100, burst = 10, slot_bytes = 4096, barriers = 500, splits = 20 };

static gex_Rank_t after;
static char *theirs;
static long answered[workers]; /* by thread, changed by handlers on any thread */

#ifdef GASNET_PARSYNC
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static void begin_turn(void) { pthread_mutex_lock(&turn); }
static void end_turn(void) { pthread_mutex_unlock(&turn); }
#else
static void begin_turn(void) {}
static void end_turn(void) {}
#endif

static void on_request(gex_Token_t token, gex_AM_Arg_t thread, gex_AM_Arg_t number) {
  gex_AM_ReplyShort2(token, 201, 0, thread, number);
}
static void on_reply(gex_Token_t token, gex_AM_Arg_t thread, gex_AM_Arg_t number) {
  (void)token;
  __atomic_fetch_add(&answered[thread], number, __ATOMIC_RELEASE);
}

static void messages(long thread, long *expected) {
  for (gex_AM_Arg_t i = 1; i <= burst; ++i) gex_AM_RequestShort2(tm, after, 200, 0, (gex_AM_Arg_t)thread, i);
  *expected += burst * (burst + 1) / 2;
  GASNET_BLOCKUNTIL(__atomic_load_n(&answered[thread], __ATOMIC_ACQUIRE) == *expected);
}

/* Roots and leaves of the same puts in one array; what was put comes back. */
static void transfers(long thread, int round) {
  enum { pieces = 8, ints = 50 };
  int source[pieces][ints], back[pieces][ints];
  gex_Event_t events[2 * pieces];
  char *const there = theirs + thread * slot_bytes;
  for (int p = 0; p < pieces; ++p) {
    for (int i = 0; i < ints; ++i) source[p][i] = (int)(me * 1000003 + thread * 10007 + round * 101 + p * 11 + i);
    events[p] = gex_RMA_PutNB(tm, after, there + p * sizeof source[p], source[p], sizeof source[p], &events[pieces + p], 0);
  }
  if (round % 2)
    gex_Event_WaitAll(events, 2 * pieces, 0);
  else
    while (gex_Event_TestAll(events, 2 * pieces, 0) != GASNET_OK) gasnet_AMPoll();
  for (int p = 0; p < pieces; ++p)
    gex_RMA_GetNBI(tm, back[p], after, there + p * sizeof source[p], sizeof source[p], 0);
  gex_NBI_Wait(GEX_EC_GET, 0);
  EXPECT(memcmp(source, back, sizeof source) == 0);
}

static void *work(void *argument) {
  const long thread = (long)(intptr_t)argument;
  long expected = 0;
  for (int round = 0; round < rounds; ++round) {
    begin_turn();
    messages(thread, &expected);
    transfers(thread, round);
    end_turn();
  }
  return NULL;
}

static void run_all(void *(*function)(void *), long count) {
  pthread_t threads[workers];
  for (long i = 0; i < count; ++i) EXPECT_EQ(pthread_create(&threads[i], NULL, function, (void *)(intptr_t)i), 0);
  for (long i = 0; i < count; ++i) EXPECT_EQ(pthread_join(threads[i], NULL), 0);
}

#ifdef GASNET_PAR
static int stop;
static void *poll_always(void *argument) {
  while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) {
    gasnet_AMPoll();
    sched_yield(); /* there are more threads than cores */
  }
  return argument;
}

/* Each thread splits a parent of its own, of which all ranks are members, and adds up over the new team. */
static gex_TM_t parents[2];
static void *split(void *argument) {
  const gex_TM_t parent = parents[(intptr_t)argument];
  for (int i = 0; i < splits; ++i) {
    gex_TM_t team;
    long mine = (long)me + 1 + 1000 * (long)(intptr_t)argument, sum = 0;
    gex_TM_Split(&team, parent, 0, (int)me, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
    gex_Event_Wait(gex_Coll_ReduceToAllNB(team, &sum, &mine, GEX_DT_I64, 8, 1, GEX_OP_ADD, NULL, NULL, 0));
    EXPECT_EQ(sum, n * (n + 1) / 2 + 1000 * n * (gex_Rank_t)(intptr_t)argument);
    gex_TM_Destroy(team, NULL, 0);
  }
  return NULL;
}

/* No rank leaves a barrier before all have entered it: each stores the barrier's number in its own segment before. */
static void meet_often(void) {
  long *const mine = (long *)gex_Segment_QueryAddr(segment) + SEGMENT_BYTES / sizeof(long) - 1;
  char *const its = theirs + SEGMENT_BYTES - sizeof(long);
  *mine = 0;
  meet();
  for (long i = 1; i <= barriers; ++i) {
    __atomic_store_n(mine, i, __ATOMIC_RELEASE);
    gasnet_barrier_notify((int)i, 0);
    EXPECT_EQ(gasnet_barrier_wait((int)i, 0), GASNET_OK);
    EXPECT((long)gex_RMA_GetBlockingVal(tm, after, its, sizeof(long), 0) >= i);
  }
  meet();
}

static void with_poller(void) {
  pthread_t poller;
  for (int i = 0; i < 2; ++i) gex_TM_Split(&parents[i], tm, 0, (int)me, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
  EXPECT_EQ(pthread_create(&poller, NULL, poll_always, NULL), 0);
  meet_often();
  run_all(work, workers);
  run_all(split, 2);
  meet();
  __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
  EXPECT_EQ(pthread_join(poller, NULL), 0);
}
#endif

int main(int argc, char **argv) {
  start(&argc, &argv);
  register_pair((gex_AM_Fn_t)on_request, (gex_AM_Fn_t)on_reply, 2);
  after = (me + 1) % n;
  theirs = (char *)segment_of(after);
  meet();
#ifdef GASNET_PAR
  with_poller();
#else
  run_all(work, workers);
#endif
  finish();
}
