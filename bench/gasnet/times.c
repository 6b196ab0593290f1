/* Times of GASNet-EX between ranks 0 and 1, one line each: name, figure, unit. Any GASNet-EX compiles it, so that another
 * one (the peer) runs the same source. A figure is the median of several batches; bench/gasnet/run compares. */
#include <gasnetex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCHES = 9, LARGE = 65536, SEGMENT = 4 << 20, MEDIUM = 512 };
enum { PING_SHORT = 200, PONG, PING_MEDIUM, COUNT };

static gex_Client_t client;
static gex_EP_t ep;
static gex_TM_t tm;
static gex_Segment_t segment;
static gex_Rank_t me;
static char *there;
/* Processors first compare the last 12 bits of addresses of stores and loads: those of the buffer are not those of the variables
 * above, nor of the beginning of a segment. */
static char aligned[1024 + LARGE] __attribute__((aligned(4096)));
static char *const buffer = aligned + 1024;
static volatile long pongs, counted;

static void on_ping_short(gex_Token_t token) { gex_AM_ReplyShort0(token, PONG, 0); }
static void on_pong(gex_Token_t token) {
  (void)token;
  ++pongs;
}
static void on_ping_medium(gex_Token_t token, void *payload, size_t bytes) {
  (void)payload;
  (void)bytes;
  gex_AM_ReplyShort0(token, PONG, 0);
}
static void on_count(gex_Token_t token) {
  (void)token;
  ++counted;
}

static void meet(void) { gasnet_barrier(0, GASNET_BARRIERFLAG_ANONYMOUS); }

static void short_round_trip(long calls) {
  for (long i = 0; i < calls; ++i) {
    const long next = pongs + 1;
    gex_AM_RequestShort0(tm, 1, PING_SHORT, 0);
    GASNET_BLOCKUNTIL(pongs == next);
  }
}
static void medium_round_trip(long calls) {
  for (long i = 0; i < calls; ++i) {
    const long next = pongs + 1;
    gex_AM_RequestMedium0(tm, 1, PING_MEDIUM, buffer, MEDIUM, GEX_EVENT_NOW, 0);
    GASNET_BLOCKUNTIL(pongs == next);
  }
}
/* Until the last message has been handled. */
static void flood(long calls) {
  const long next = pongs + 1;
  for (long i = 0; i < calls; ++i) gex_AM_RequestShort0(tm, 1, COUNT, 0);
  gex_AM_RequestShort0(tm, 1, PING_SHORT, 0);
  GASNET_BLOCKUNTIL(pongs == next);
}
static void put_latency(long calls) {
  for (long i = 0; i < calls; ++i) gex_RMA_PutBlocking(tm, 1, there, buffer, 8, 0);
}
static void get_latency(long calls) {
  for (long i = 0; i < calls; ++i) gex_RMA_GetBlocking(tm, buffer, 1, there, 8, 0);
}
static void put_bandwidth(long calls) {
  for (long i = 0; i < calls; ++i) gex_RMA_PutNBI(tm, 1, there + i % 32 * LARGE, buffer, LARGE, GEX_EVENT_DEFER, 0);
  gex_NBI_Wait(GEX_EC_PUT, 0);
}
static void get_bandwidth(long calls) {
  for (long i = 0; i < calls; ++i) gex_RMA_GetNBI(tm, buffer, 1, there + i % 32 * LARGE, LARGE, 0);
  gex_NBI_Wait(GEX_EC_GET, 0);
}

static const struct {
  const char *name, *unit;
  void (*run)(long);
  double scale; /* 0: nanoseconds a call; else: so many units a call, per microsecond */
} table[] = {
    {"am_short_round_trip", "ns", short_round_trip, 0},
    {"am_medium_round_trip", "ns", medium_round_trip, 0},
    {"am_flood", "M/s", flood, 1},
    {"put_latency", "ns", put_latency, 0},
    {"get_latency", "ns", get_latency, 0},
    {"put_bandwidth", "MB/s", put_bandwidth, LARGE},
    {"get_bandwidth", "MB/s", get_bandwidth, LARGE},
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* So many calls that a batch takes about 5 ms. */
static long calls_of(void (*run)(long)) {
  for (long calls = 1;; calls *= 2) {
    const double start = now();
    run(calls);
    const double took = now() - start;
    if (took > 5e6 || calls >= 1 << 20) return calls;
  }
}

static void report(const char *name, double *batches, double scale, const char *unit) {
  qsort(batches, BATCHES, sizeof *batches, ascending);
  const double each = batches[BATCHES / 2];
  printf("%s %.4g %s\n", name, scale > 0 ? scale * 1e3 / each : each, unit);
  fflush(stdout);
}

static void run_barrier(void) {
  enum { CALLS = 500 };
  double batches[BATCHES];
  for (int b = 0; b < BATCHES; ++b) {
    const double start = now();
    for (int i = 0; i < CALLS; ++i) meet();
    batches[b] = (now() - start) / CALLS;
  }
  if (me == 0) report("barrier", batches, 0, "ns");
}

int main(int argc, char **argv) {
  gex_AM_Entry_t entries[] = {
      {PING_SHORT, (gex_AM_Fn_t)on_ping_short, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 0, NULL, NULL},
      {PONG, (gex_AM_Fn_t)on_pong, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_SHORT, 0, NULL, NULL},
      {PING_MEDIUM, (gex_AM_Fn_t)on_ping_medium, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_MEDIUM, 0, NULL, NULL},
      {COUNT, (gex_AM_Fn_t)on_count, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 0, NULL, NULL},
  };
  if (gex_Client_Init(&client, &ep, &tm, "TIMES", &argc, &argv, 0) != GASNET_OK) return 1;
  if (gex_TM_QuerySize(tm) != 2) {
    fprintf(stderr, "times: wants two ranks\n");
    gasnet_exit(2);
  }
  if (gex_Segment_Attach(&segment, tm, SEGMENT) != GASNET_OK) gasnet_exit(1);
  gex_EP_RegisterHandlers(ep, entries, sizeof entries / sizeof *entries);
  me = gex_TM_QueryRank(tm);
  void *address = NULL;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, 1, &address, NULL, NULL, 0));
  there = (char *)address;
  meet();
  if (me == 0)
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
      double batches[BATCHES];
      const long calls = calls_of(table[i].run);
      for (int b = 0; b < BATCHES; ++b) {
        const double start = now();
        table[i].run(calls);
        batches[b] = (now() - start) / (double)calls;
      }
      report(table[i].name, batches, table[i].scale, table[i].unit);
    }
  meet();
  run_barrier();
  meet();
  gasnet_exit(0);
}
