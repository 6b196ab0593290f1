/* gex_NBI_Test, and calls with GEX_FLAG_IMMEDIATE, return although their target does nothing: it is stopped by a signal. What
 * was refused has had no effect, and what was begun is complete once the target goes on. For two ranks on two nodes of one
 * host. */
#include <gasnetex.h>
#include <gasnet_vis.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "frame.h"
#include "stopped.h"

enum { PID = 200, REQUEST, MANY = 1000, WIDE = 64, LARGE = 1 << 20 };
static volatile pid_t other;
static volatile int requests;
static char *there; /* the segment of rank 1 */
static char source[LARGE], back[MANY * WIDE];
static gex_Event_t events[MANY];

static void on_pid(gex_Token_t token, gex_AM_Arg_t pid) {
  (void)token;
  other = pid;
}
static void on_request(gex_Token_t token) {
  (void)token;
  ++requests;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* On a busy machine the signal takes its time to arrive. */
static void stop_other(void) {
  const double start = now();
  kill(other, SIGSTOP);
  while (!is_stopped(other)) EXPECT(now() - start < 10);
}

/* Each kind of call moves WIDE bytes between place i of the source, or of `back`, and place i there. Returns whether it was
 * begun; its event, if it has one, is left in events[i]. */
typedef int (*Begin)(int i);
static int with_event(int i, gex_Event_t event) {
  if (event == GEX_EVENT_NO_OP) return 0;
  events[i] = event;
  return 1;
}
static int put_nb(int i) {
  return with_event(i, gex_RMA_PutNB(tm, 1, there + i * WIDE, source + i * WIDE, WIDE, GEX_EVENT_DEFER,
                                     GEX_FLAG_IMMEDIATE));
}
static int put_nb_now(int i) {
  return with_event(i, gex_RMA_PutNB(tm, 1, there + i * WIDE, source + i * WIDE, WIDE, GEX_EVENT_NOW,
                                     GEX_FLAG_IMMEDIATE));
}
static int put_nbi(int i) {
  return gex_RMA_PutNBI(tm, 1, there + i * WIDE, source + i * WIDE, WIDE, GEX_EVENT_DEFER, GEX_FLAG_IMMEDIATE) == 0;
}
static int put_vector(int i) {
  const gex_Memvec_t to[2] = {{there + i * WIDE, WIDE / 2}, {there + i * WIDE + WIDE / 2, WIDE / 2}};
  const gex_Memvec_t from = {source + i * WIDE, WIDE};
  return with_event(i, gex_VIS_VectorPutNB(tm, 1, 2, to, 1, &from, GEX_FLAG_IMMEDIATE));
}
static int put_strided(int i) {
  const ptrdiff_t stride = 4;
  const size_t count = WIDE / 4;
  return gex_VIS_StridedPutNBI(tm, 1, there + i * WIDE, &stride, source + i * WIDE, &stride, 4, &count, 1,
                               GEX_FLAG_IMMEDIATE) == 0;
}
static int get_nb(int i) {
  return with_event(i, gex_RMA_GetNB(tm, back + i * WIDE, 1, there + i * WIDE, WIDE, GEX_FLAG_IMMEDIATE));
}
static int get_nbi(int i) {
  return gex_RMA_GetNBI(tm, back + i * WIDE, 1, there + i * WIDE, WIDE, GEX_FLAG_IMMEDIATE) == 0;
}
static int get_indexed(int i) {
  void *to = back + i * WIDE, *from[2] = {there + i * WIDE, there + i * WIDE + WIDE / 2};
  return with_event(i, gex_VIS_IndexedGetNB(tm, 1, &to, WIDE, 1, 2, from, WIDE / 2, GEX_FLAG_IMMEDIATE));
}

static const struct {
  Begin begin;
  int is_put;
} kinds[] = {{put_nb, 1},     {put_nb_now, 1}, {put_nbi, 1}, {put_vector, 1},
             {put_strided, 1}, {get_nb, 0},     {get_nbi, 0}, {get_indexed, 0}};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Byte j of place i: never 0, and another one for each kind. */
static char value_of(int kind, int i, int j) { return (char)(1 + (kind * 37 + i * 5 + j) % 127); }

/* Rank 0, while rank 1 is stopped. begun[i] tells which calls were begun. */
static void call_while_stopped(int kind, char *begun) {
  int sent = 0;
  for (int i = 0; i < MANY; ++i) {
    events[i] = GEX_EVENT_INVALID;
    for (int j = 0; j < WIDE; ++j) source[i * WIDE + j] = value_of(kind, i, j);
  }
  memset(back, 0, sizeof back);
  stop_other();
  const double start = now();
  for (int i = 0; i < MANY; ++i) {
    begun[i] = (char)kinds[kind].begin(i);
    sent += begun[i];
    if (kinds[kind].begin == put_nb_now) memset(source + i * WIDE, 0, WIDE); /* local completion was asked for */
  }
  EXPECT(sent > 0 && sent < MANY);
  /* Blocking calls, too, are refused where there is no room; if they are begun they wait, which here is for ever. */
  if (kinds[kind].begin == put_nb)
    EXPECT(gex_RMA_PutBlocking(tm, 1, there, source, WIDE, GEX_FLAG_IMMEDIATE) != 0);
  if (kinds[kind].begin == get_nb)
    EXPECT(gex_RMA_GetBlocking(tm, back, 1, there, WIDE, GEX_FLAG_IMMEDIATE) != 0);
  EXPECT(now() - start < 5);
  kill(other, SIGCONT);
  gex_Event_WaitAll(events, MANY, 0);
  gex_NBI_Wait(GEX_EC_ALL, 0);
}

/* What was begun has moved, and nothing else has. */
static void check_moved(int kind, const char *place, const char *begun) {
  for (int i = 0; i < MANY; ++i)
    for (int j = 0; j < WIDE; ++j) EXPECT_EQ(place[i * WIDE + j], begun[i] ? value_of(kind, i, j) : 0);
}

static void refuse_transfers(void) {
  static char begun[MANY];
  for (int kind = 0; kind < KINDS; ++kind) {
    if (me == 1)
      for (int i = 0; i < MANY; ++i)
        for (int j = 0; j < WIDE; ++j) there[i * WIDE + j] = (char)(kinds[kind].is_put ? 0 : value_of(kind, i, j));
    meet();
    if (me == 0) call_while_stopped(kind, begun);
    meet();
    gex_Event_Wait(gex_Coll_BroadcastNB(tm, 0, begun, begun, sizeof begun, 0));
    if (kinds[kind].is_put && me == 1) check_moved(kind, there, begun);
    if (!kinds[kind].is_put && me == 0) check_moved(kind, back, begun);
    meet();
  }
}

/* A put of many bytes is not complete meanwhile, and a test of it returns; requests are refused once credits are used up. */
static void refuse_requests(void) {
  int sent = 0, waits = 0;
  meet();
  if (me == 1) {
    GASNET_BLOCKUNTIL(requests > 0 && *(volatile char *)(there + LARGE - 1) == 7);
  } else {
    stop_other();
    memset(source, 7, sizeof source);
    const double start = now();
    gex_RMA_PutNBI(tm, 1, there, source, sizeof source, GEX_EVENT_DEFER, 0);
    while (gex_NBI_Test(GEX_EC_PUT, 0) != GASNET_OK && now() - start < 0.5) ++waits;
    EXPECT(waits > 0);
    /* A refused request has not been sent: the other rank counts. */
    for (int i = 0; i < MANY; ++i) sent += gex_AM_RequestShort0(tm, 1, REQUEST, GEX_FLAG_IMMEDIATE) == 0;
    EXPECT(sent > 0 && sent < MANY);
    EXPECT(now() - start < 3);
    kill(other, SIGCONT);
    while (gex_NBI_Test(GEX_EC_PUT, 0) != GASNET_OK) gasnet_AMPoll();
  }
  meet();
  gex_Event_Wait(gex_Coll_BroadcastNB(tm, 0, &sent, &sent, sizeof sent, 0));
  if (me == 1) GASNET_BLOCKUNTIL(requests >= sent);
  meet();
  if (me == 1) EXPECT_EQ(requests, sent);
}

int main(int argc, char **argv) {
  gex_AM_Entry_t entries[2];
  start(&argc, &argv);
  memset(entries, 0, sizeof entries);
  entries[0].gex_index = PID;
  entries[0].gex_fnptr = (gex_AM_Fn_t)on_pid;
  entries[0].gex_nargs = 1;
  entries[1].gex_index = REQUEST;
  entries[1].gex_fnptr = (gex_AM_Fn_t)on_request;
  EXPECT_EQ(gex_EP_RegisterHandlers(ep, entries, 2), GASNET_OK);
  there = (char *)segment_of(1);
  meet();
  if (me == 1)
    gex_AM_RequestShort1(tm, 0, PID, 0, (gex_AM_Arg_t)getpid());
  else
    GASNET_BLOCKUNTIL(other != 0);
  refuse_requests();
  refuse_transfers();
  finish();
}
