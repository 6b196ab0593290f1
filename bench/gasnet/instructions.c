/* Runs each counted call of GASNet many times between two marks that callgrind understands; bench/gasnet/instructions reads
 * the counts. Rank 0 calls; the target is rank 1, which waits in a barrier and serves messages. */
#include <gasnet.h>
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/callgrind.h>

static char *there;
static int local = 1;
static gex_TM_t tm;

static void on_request(gex_Token_t token) { (void)token; }

static void request_short(long calls) {
  for (long i = 0; i < calls; ++i) gex_AM_RequestShort0(tm, 1, 200, 0);
}
/* The names are in parentheses, since the library's functions are counted, not what compilers make of the headers. */
static void put_nbi_4(long calls) {
  for (long i = 0; i < calls; ++i) (gex_RMA_PutNBI)(tm, 1, there, &local, 4, GEX_EVENT_DEFER, 0);
}
static void put_4(long calls) {
  for (long i = 0; i < calls; ++i) (gex_RMA_PutBlocking)(tm, 1, there, &local, 4, 0);
}
static void get_4(long calls) {
  for (long i = 0; i < calls; ++i) (gex_RMA_GetBlocking)(tm, &local, 1, there, 4, 0);
}
static void wait_nbi(long calls) {
  for (long i = 0; i < calls; ++i) gex_NBI_Wait(GEX_EC_PUT, 0);
}
static void poll(long calls) {
  for (long i = 0; i < calls; ++i) gasnet_AMPoll();
}

static const struct {
  const char *name;
  void (*run)(long);
} table[] = {
    {"AMRequestShort", request_short}, {"put_nbi_4", put_nbi_4}, {"put_4", put_4}, {"get_4", get_4},
    {"wait_syncnbi", wait_nbi},        {"AMPoll", poll},
};

/* Leaves a dump called <name>:<calls>. */
static void count(const char *name, void (*run)(long), long calls) {
  char label[64];
  snprintf(label, sizeof label, "%s:%ld", name, calls);
  gex_NBI_Wait(GEX_EC_ALL, 0);
  CALLGRIND_ZERO_STATS;
  run(calls);
  CALLGRIND_DUMP_STATS_AT(label);
}

int main(int argc, char **argv) {
  const long calls = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
  const long requests = argc > 2 ? strtol(argv[2], NULL, 10) : 0; /* calls that send a request each */
  gasnet_handlerentry_t entry = {200, (gasnet_handler_fn_t)on_request};
  gasnet_seginfo_t segments[2];
  if (gasnet_init(&argc, &argv) != GASNET_OK) return 1;
  if (calls < 2 || requests < 2 || gasnet_nodes() != 2) {
    fprintf(stderr, "instructions: usage: oshrun -n 2 valgrind --tool=callgrind instructions CALLS REQUESTS\n");
    gasnet_exit(2);
  }
  if (gasnet_attach(&entry, 1, 65536, 0) != GASNET_OK) gasnet_exit(1);
  gasnet_QueryGexObjects(NULL, NULL, &tm, NULL);
  gasnet_getSegmentInfo(segments, 2);
  there = (char *)segments[1].addr;
  gasnet_barrier(0, GASNET_BARRIERFLAG_ANONYMOUS);
  if (gasnet_mynode() == 0)
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
      const long n = table[i].run == request_short ? requests : calls;
      count(table[i].name, table[i].run, 1); /* warms up, both the library and callgrind; not read */
      count(table[i].name, table[i].run, n);
      count(table[i].name, table[i].run, 2 * n);
    }
  gasnet_barrier(0, GASNET_BARRIERFLAG_ANONYMOUS);
  gasnet_exit(0);
}
