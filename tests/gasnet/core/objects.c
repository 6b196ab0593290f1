/* Clients, segments, endpoints, teams, pairs, where ranks are, locks, and results of calls in GASNet-EX. */
#include <gasnet_mk.h>

#include <unistd.h>

#include "frame.h"

static int cdata;

static void queries(void) {
  unsigned count = 7;
  const gex_ProgressThreadInfo_t *threads = NULL;
  EXPECT_EQ(gex_System_QueryJobRank(), me);
  EXPECT_EQ(gex_System_QueryJobSize(), n);
  EXPECT(gex_System_QueryMaxThreads() >= 1);
  EXPECT_EQ(gex_System_QueryHiddenAMConcurrencyLevel(), GASNET_HIDDEN_AM_CONCURRENCY_LEVEL);
  EXPECT(strcmp(gex_Client_QueryName(client), "TEST") == 0);
  EXPECT_EQ(gex_Client_QueryFlags(client), 0);
  EXPECT(gex_Segment_QueryClient(segment) == client && gex_EP_QueryClient(ep) == client);
  EXPECT(gex_TM_QueryClient(tm) == client && gex_TM_QueryEP(tm) == ep && gex_EP_QuerySegment(ep) == segment);
  EXPECT_EQ(gex_Segment_QuerySize(segment), SEGMENT_BYTES);
  EXPECT_EQ(gex_Segment_QueryFlags(segment) | gex_EP_QueryFlags(ep) | gex_TM_QueryFlags(tm), 0);
  EXPECT_EQ(gex_EP_QueryIndex(ep), 0);
  gex_Client_SetCData(client, &cdata);
  gex_Segment_SetCData(segment, &cdata);
  gex_EP_SetCData(ep, &cdata);
  gex_TM_SetCData(tm, &cdata);
  EXPECT(gex_Client_QueryCData(client) == &cdata && gex_Segment_QueryCData(segment) == &cdata);
  EXPECT(gex_EP_QueryCData(ep) == &cdata && gex_TM_QueryCData(tm) == &cdata);
  EXPECT_EQ(GASNET_PAGESIZE % sysconf(_SC_PAGESIZE), 0);
#ifdef __aarch64__ /* kernels with pages of 64 KiB are common there */
  EXPECT_EQ(GASNET_PAGESIZE % 65536, 0);
#endif
  EXPECT(gasnet_getMaxLocalSegmentSize() >= SEGMENT_BYTES);
  if (getenv("EXPECTED_MAX_SEGSIZE")) EXPECT_EQ(gasnet_getMaxLocalSegmentSize(), atol(getenv("EXPECTED_MAX_SEGSIZE")));
  EXPECT(gasnet_getMaxGlobalSegmentSize() <= gasnet_getMaxLocalSegmentSize());
  gex_System_SetVerboseErrors(0);
  EXPECT_EQ(gex_System_GetVerboseErrors(), 0);
  EXPECT_EQ(gex_System_QueryProgressThreads(client, &count, &threads, 0), GASNET_ERR_RESOURCE);
  EXPECT(gex_Segment_Attach(&segment, tm, SEGMENT_BYTES) != GASNET_OK);
  gex_System_SetVerboseErrors(1);
  EXPECT_EQ(gex_System_GetVerboseErrors(), 1);
  EXPECT(strcmp(gasnet_ErrorName(GASNET_ERR_BAD_ARG), "GASNET_ERR_BAD_ARG") == 0);
  EXPECT(strlen(gasnet_ErrorDesc(GASNET_ERR_RESOURCE)) > 0);
  EXPECT(gasnet_getenv("PATH") != NULL && gasnet_getenv("NO_SUCH_VARIABLE") == NULL);
  EXPECT_EQ(gasnet_set_waitmode(GASNET_WAIT_SPINBLOCK), GASNET_OK);
}

/* A neighbour's segment is where the query says: a store there is seen by its owner. */
static void neighbours(void) {
  gex_RankInfo_t *near_ranks, *host_ranks;
  gex_Rank_t near_count, host_count, index, sets, mine, hosts, my_host;
  gex_System_QueryNbrhdInfo(&near_ranks, &near_count, &index);
  EXPECT_EQ(near_ranks[index].gex_jobrank, me);
  gex_System_QueryHostInfo(&host_ranks, &host_count, &index);
  EXPECT_EQ(host_ranks[index].gex_jobrank, me);
  EXPECT(host_count >= near_count);
  gex_System_QueryMyPosition(&sets, &mine, &hosts, &my_host);
  EXPECT(mine < sets && my_host < hosts && sets >= hosts);
  for (gex_Rank_t i = 1; i < near_count; ++i) EXPECT(near_ranks[i - 1].gex_jobrank < near_ranks[i].gex_jobrank);
  for (gex_Rank_t rank = 0; rank < n; ++rank) {
    void *owner, *local;
    uintptr_t size;
    int near = 0;
    EXPECT_EQ(gex_Segment_QueryBound(tm, rank, &owner, &local, &size), 0);
    EXPECT_EQ(size, SEGMENT_BYTES);
    for (gex_Rank_t i = 0; i < near_count; ++i) near |= near_ranks[i].gex_jobrank == rank;
    EXPECT_EQ(local != NULL, near);
    if (local) ((int *)local)[me] = (int)(me * 100 + rank);
  }
  meet();
  for (gex_Rank_t i = 0; i < near_count; ++i) {
    const gex_Rank_t from = near_ranks[i].gex_jobrank;
    EXPECT_EQ(((int *)gex_Segment_QueryAddr(segment))[from], from * 100 + me);
  }
  meet();
}

/* A second endpoint with a segment of the client's own memory, reached by a pair. */
static void endpoints(void) {
  static char memory[8192];
  char back[8192];
  gex_EP_t second;
  gex_Segment_t own, given;
  gex_MK_t kind = GEX_MK_INVALID;
  gex_MK_Create_args_t args;
  gex_TM_t pair;
  void *address;
  uintptr_t size;
  const gex_Rank_t after = (me + 1) % n;
  memset(&args, 0, sizeof args);
  args.gex_class = GEX_MK_CLASS_HOST;
  EXPECT_EQ(gex_MK_Create(&kind, client, &args, 0), GASNET_OK);
  EXPECT(kind == GEX_MK_HOST && gex_MK_QueryClass(kind) == GEX_MK_CLASS_HOST);
  EXPECT(gex_MK_QueryClient(kind) == client);
  EXPECT_EQ(gex_MK_QueryFlags(kind), 0);
  gex_MK_SetCData(kind, &cdata);
  EXPECT(gex_MK_QueryCData(kind) == &cdata);
  gex_MK_Destroy(kind, 0);
  EXPECT_EQ(gex_EP_Create(&second, client, GEX_EP_CAPABILITY_RMA, 0), GASNET_OK);
  EXPECT_EQ(gex_EP_QueryIndex(second), 1);
  EXPECT_EQ(gex_Segment_Create(&given, client, NULL, 4096, GEX_MK_HOST, 0), GASNET_OK);
  EXPECT(gex_Segment_QueryAddr(given) != NULL);
  gex_Segment_Destroy(given, 0);
  EXPECT_EQ(gex_Segment_Create(&own, client, memory, sizeof memory, GEX_MK_HOST, 0), GASNET_OK);
  EXPECT_EQ(gex_EP_BindSegment(second, own, 0), GASNET_OK);
  EXPECT_EQ(gex_EP_PublishBoundSegment(tm, &second, 1, 0), GASNET_OK);
  pair = gex_TM_Pair(ep, 1);
  EXPECT(pair == gex_TM_Pair(ep, 1) && pair != gex_TM_Pair(ep, 0) && pair != tm);
  EXPECT_EQ(gex_TM_QueryFlags(pair), 0);
  EXPECT(gex_TM_QueryEP(pair) == ep && gex_TM_QueryClient(pair) == client && gex_TM_QueryCData(pair) == NULL);
  EXPECT(gex_TM_QueryRank(pair) == me && gex_TM_QuerySize(pair) == n);
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(pair, after, &address, NULL, &size, 0));
  EXPECT_EQ(size, sizeof memory);
  memset(memory, 1, sizeof memory);
  meet();
  memset(back, (int)me + 2, sizeof back);
  EXPECT_EQ(gex_RMA_PutBlocking(pair, after, address, back, sizeof back, 0), 0);
  memset(back, 0, sizeof back);
  gex_Event_Wait(gex_RMA_GetNB(pair, back, after, address, sizeof back, 0));
  for (size_t i = 0; i < sizeof back; ++i) EXPECT_EQ(back[i], me + 2);
  meet();
  for (size_t i = 0; i < sizeof memory; ++i) EXPECT_EQ(memory[i], (me + n - 1) % n + 2);
  EXPECT_EQ(gex_TM_TranslateRankToEP(tm, after, 0).gex_rank, after);
  EXPECT_EQ(gex_TM_TranslateRankToEP(tm, after, 0).gex_ep_index, 0);
}

/* With IMMEDIATE the query is allowed in handlers: it tells what is known, and asks nobody. */
static volatile int asked;
static void on_ask(gex_Token_t token) {
  void *address = NULL;
  uintptr_t size = 0;
  const gex_Rank_t after = (me + 1) % n;
  (void)token;
  EXPECT(gex_EP_QueryBoundSegmentNB(tm, after, &address, NULL, &size, GEX_FLAG_IMMEDIATE) == GEX_EVENT_INVALID);
  EXPECT(address != NULL && size == SEGMENT_BYTES);
  if (n > 1) /* there is no third endpoint, but that rank alone knows it */
    EXPECT(gex_EP_QueryBoundSegmentNB(gex_TM_Pair(ep, 2), after, &address, NULL, &size, GEX_FLAG_IMMEDIATE) ==
           GEX_EVENT_NO_OP);
  asked = 1;
}
static void ask_in_handler(void) {
  gex_AM_Entry_t entry;
  memset(&entry, 0, sizeof entry);
  entry.gex_index = 200;
  entry.gex_fnptr = (gex_AM_Fn_t)on_ask;
  EXPECT_EQ(gex_EP_RegisterHandlers(ep, &entry, 1), GASNET_OK);
  gex_AM_RequestShort0(tm, me, 200, 0);
  GASNET_BLOCKUNTIL(asked);
}

static void locks(void) {
  static gex_HSL_t made = GEX_HSL_INITIALIZER;
  gex_HSL_t lock;
  gex_HSL_Init(&lock);
  gex_HSL_Lock(&lock);
  EXPECT_EQ(gex_HSL_Trylock(&lock), GASNET_ERR_NOT_READY);
  gex_HSL_Unlock(&lock);
  EXPECT_EQ(gex_HSL_Trylock(&lock), GASNET_OK);
  gex_HSL_Unlock(&lock);
  gex_HSL_Destroy(&lock);
  gex_HSL_Lock(&made);
  gex_HSL_Unlock(&made);
}

int main(int argc, char **argv) {
  GASNET_BEGIN_FUNCTION();
  start(&argc, &argv);
  queries();
  neighbours();
  endpoints();
  ask_in_handler();
  locks();
  finish();
}
