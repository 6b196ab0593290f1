/* gex_NBI_Test, and calls with GEX_FLAG_IMMEDIATE, return although their target does nothing: it is stopped by a signal. For
 * two ranks on two nodes of one host. */
#include <gasnetex.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "frame.h"

enum { PID = 200, REQUEST, MANY = 1000 };
static volatile pid_t other;
static volatile int requests;
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

int main(int argc, char **argv) {
  static char source[1 << 20];
  gex_AM_Entry_t entries[2];
  int sent = 0, waits = 0;
  start(&argc, &argv);
  memset(entries, 0, sizeof entries);
  entries[0].gex_index = PID;
  entries[0].gex_fnptr = (gex_AM_Fn_t)on_pid;
  entries[0].gex_nargs = 1;
  entries[1].gex_index = REQUEST;
  entries[1].gex_fnptr = (gex_AM_Fn_t)on_request;
  EXPECT_EQ(gex_EP_RegisterHandlers(ep, entries, 2), GASNET_OK);
  char *const there = (char *)segment_of(1);
  meet();
  if (me == 1) {
    gex_AM_RequestShort1(tm, 0, PID, 0, (gex_AM_Arg_t)getpid());
    meet();
    GASNET_BLOCKUNTIL(requests > 0 && *(volatile char *)(there + sizeof source - 1) == 7);
  } else {
    meet();
    GASNET_BLOCKUNTIL(other != 0);
    kill(other, SIGSTOP);
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
  finish();
}
