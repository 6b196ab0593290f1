/* Messages between further endpoints: each of three endpoints of a rank sends to each of the next rank's, and gets its replies
 * itself. Handlers are the primordial endpoint's, unless the endpoint has registered one of its own under the index. */
#include <gasnet_vis.h>

#include "frame.h"

enum { endpoints = 3, small = 100, large = 200000, rounds = 20 };
enum { on_short_index = 200, on_medium_index, on_long_index, on_reply_index, on_data_index, on_placed_index,
       on_completed_index };

static gex_EP_t eps[endpoints];
static char *memory[endpoints]; /* of the segments, as this rank names them */
static int requests[endpoints][endpoints], own_requests[endpoints], replies[endpoints][endpoints], data[endpoints];
static int completed[endpoints];

static int endpoint_of(gex_Token_t token) {
  gex_Token_Info_t info;
  EXPECT(gex_Token_Info(token, &info, GEX_TI_ALL) & GEX_TI_EP);
  EXPECT_EQ(info.gex_srcrank, info.gex_is_req ? (me + n - 1) % n : (me + 1) % n);
  return (int)gex_EP_QueryIndex(info.gex_ep);
}
static char pattern(size_t i, int from, int to) { return (char)(i * 7 + (size_t)(from * endpoints + to)); }
static void fill(char *at, size_t bytes, int from, int to) {
  for (size_t i = 0; i < bytes; ++i) at[i] = pattern(i, from, to);
}
static void compare(const void *at, size_t bytes, int from, int to) {
  for (size_t i = 0; i < bytes; ++i) EXPECT_EQ(((const char *)at)[i], pattern(i, from, to));
}

static void on_short(gex_Token_t token, gex_AM_Arg_t from, gex_AM_Arg_t to) {
  EXPECT_EQ(endpoint_of(token), to);
  ++requests[from][to];
  gex_AM_ReplyShort2(token, on_reply_index, 0, from, to);
}
/* Registered by the last endpoint alone. */
static void on_short_of_last(gex_Token_t token, gex_AM_Arg_t from, gex_AM_Arg_t to) {
  ++own_requests[to];
  on_short(token, from, to);
}
static void on_reply(gex_Token_t token, gex_AM_Arg_t from, gex_AM_Arg_t to) {
  EXPECT_EQ(endpoint_of(token), from);
  ++replies[from][to];
}
static void on_medium(gex_Token_t token, void *payload, size_t bytes, gex_AM_Arg_t from, gex_AM_Arg_t to) {
  EXPECT_EQ(endpoint_of(token), to);
  compare(payload, bytes, from, to);
  gex_AM_ReplyMedium2(token, on_data_index, payload, bytes, GEX_EVENT_NOW, 0, from, to);
}
static void on_data(gex_Token_t token, void *payload, size_t bytes, gex_AM_Arg_t from, gex_AM_Arg_t to) {
  EXPECT_EQ(endpoint_of(token), from);
  compare(payload, bytes, from, to);
  ++data[from];
}
/* The reply brings it to the upper half of the sender's segment; the two arguments behind are its address. */
static void on_long(gex_Token_t token, void *payload, size_t bytes, gex_AM_Arg_t from, gex_AM_Arg_t to, gex_AM_Arg_t low,
                    gex_AM_Arg_t high) {
  void *const back = (void *)(((uintptr_t)(uint32_t)high << 32) | (uint32_t)low);
  EXPECT_EQ(endpoint_of(token), to);
  EXPECT(payload == memory[to]);
  compare(payload, bytes, from, to);
  gex_AM_ReplyLong2(token, on_placed_index, payload, bytes, back, GEX_EVENT_NOW, 0, from, to);
}
static void on_placed(gex_Token_t token, void *payload, size_t bytes, gex_AM_Arg_t from, gex_AM_Arg_t to) {
  EXPECT_EQ(endpoint_of(token), from);
  EXPECT(payload == memory[from] + large);
  compare(payload, bytes, from, to);
  ++data[from];
}

/* A put of vectors is complete at its target. The last endpoint has a handler of its own for that, too. */
static void count_completion(gex_Token_t token, const void *payload, int most) {
  gex_Token_Info_t info;
  int to;
  memcpy(&to, payload, sizeof to);
  EXPECT(gex_Token_Info(token, &info, GEX_TI_ALL) & GEX_TI_EP);
  EXPECT_EQ(gex_EP_QueryIndex(info.gex_ep), to);
  EXPECT(to <= most);
  ++completed[to];
}
static void on_completed(gex_Token_t token, void *payload, size_t bytes) {
  EXPECT_EQ(bytes, sizeof(int));
  count_completion(token, payload, endpoints - 2);
}
static void on_completed_of_last(gex_Token_t token, void *payload, size_t bytes) {
  EXPECT_EQ(bytes, sizeof(int));
  count_completion(token, payload, endpoints - 1);
}

static void *memory_of_next(int endpoint) {
  void *address;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(gex_TM_Pair(ep, (gex_EP_Index_t)endpoint), (me + 1) % n, &address, NULL, NULL, 0));
  return address;
}

static void short_messages(int from, int to) {
  for (int i = 0; i < rounds; ++i)
    gex_AM_RequestShort2(gex_TM_Pair(eps[from], (gex_EP_Index_t)to), (me + 1) % n, on_short_index, 0, from, to);
  GASNET_BLOCKUNTIL(replies[from][to] == rounds);
}

static void payloads(int from, int to, size_t bytes) {
  static char source[large];
  const gex_TM_t pair = gex_TM_Pair(eps[from], (gex_EP_Index_t)to);
  const gex_Rank_t next = (me + 1) % n;
  const uintptr_t back = (uintptr_t)(memory[from] + large);
  const size_t most = gex_AM_MaxRequestMedium(pair, next, GEX_EVENT_NOW, 0, 2);
  const size_t medium = bytes < most ? bytes : most;
  gex_AM_SrcDesc_t prepared;
  fill(source, bytes, from, to);
  data[from] = 0;
  gex_AM_RequestMedium2(pair, next, on_medium_index, source, medium, GEX_EVENT_NOW, 0, from, to);
  prepared = gex_AM_PrepareRequestMedium(pair, next, source, medium, medium, GEX_EVENT_NOW, 0, 2);
  gex_AM_CommitRequestMedium2(prepared, on_medium_index, medium, from, to);
  gex_AM_RequestLong4(pair, next, on_long_index, source, bytes, memory_of_next(to), GEX_EVENT_NOW, 0, from, to,
                      (gex_AM_Arg_t)back, (gex_AM_Arg_t)(back >> 32));
  GASNET_BLOCKUNTIL(data[from] == 3);
  meet(); /* the next one writes to the same places */
}

static void vectors(int from, int to) {
  const gex_TM_t pair = gex_TM_Pair(eps[from], (gex_EP_Index_t)to);
  char *const there = (char *)memory_of_next(to);
  char source[small], back[small];
  void *sources[1], *places[2], *backs[1];
  fill(source, small, from, to);
  sources[0] = source;
  places[0] = there + 64;
  places[1] = there + 1024;
  backs[0] = back;
  gex_VIS_SetPeerCompletionHandler(on_completed_index, &to, sizeof to, 0);
  EXPECT_EQ(gex_VIS_IndexedPutBlocking(pair, (me + 1) % n, 2, places, small / 2, 1, sources, small, 0), 0);
  meet();
  compare(memory[to] + 64, small / 2, from, to);
  for (size_t i = 0; i < small / 2; ++i) EXPECT_EQ(memory[to][1024 + i], pattern(small / 2 + i, from, to));
  EXPECT_EQ(gex_VIS_IndexedGetBlocking(pair, 1, backs, small, (me + 1) % n, 2, places, small / 2, 0), 0);
  compare(back, small, from, to);
  GASNET_BLOCKUNTIL(completed[to] == from + 1);
  meet();
}

static gex_AM_Entry_t entry(int index, gex_AM_Fn_t function, unsigned n_arguments) {
  gex_AM_Entry_t made;
  memset(&made, 0, sizeof made);
  made.gex_index = (gex_AM_Index_t)index;
  made.gex_fnptr = function;
  made.gex_nargs = n_arguments;
  return made;
}

static void create_endpoints(void) {
  eps[0] = ep;
  memory[0] = (char *)gex_Segment_QueryAddr(segment);
  for (int i = 1; i < endpoints; ++i) {
    gex_Segment_t created;
    EXPECT_EQ(gex_EP_Create(&eps[i], client, GEX_EP_CAPABILITY_RMA | GEX_EP_CAPABILITY_AM | GEX_EP_CAPABILITY_VIS, 0),
              GASNET_OK);
    EXPECT_EQ(gex_Segment_Create(&created, client, NULL, 2 * large, GEX_MK_HOST, 0), GASNET_OK);
    EXPECT_EQ(gex_EP_BindSegment(eps[i], created, 0), GASNET_OK);
    memory[i] = (char *)gex_Segment_QueryAddr(created);
  }
  EXPECT_EQ(gex_EP_PublishBoundSegment(tm, eps + 1, endpoints - 1, 0), GASNET_OK);
}

int main(int argc, char **argv) {
  gex_AM_Entry_t entries[7], last[2];
  gex_EP_t silent;
  start(&argc, &argv);
  create_endpoints();
  entries[0] = entry(on_short_index, (gex_AM_Fn_t)on_short, 2);
  entries[1] = entry(on_medium_index, (gex_AM_Fn_t)on_medium, 2);
  entries[2] = entry(on_long_index, (gex_AM_Fn_t)on_long, 4);
  entries[3] = entry(on_reply_index, (gex_AM_Fn_t)on_reply, 2);
  entries[4] = entry(on_data_index, (gex_AM_Fn_t)on_data, 2);
  entries[5] = entry(on_placed_index, (gex_AM_Fn_t)on_placed, 2);
  entries[6] = entry(on_completed_index, (gex_AM_Fn_t)on_completed, 0);
  last[0] = entry(on_short_index, (gex_AM_Fn_t)on_short_of_last, 2);
  last[1] = entry(on_completed_index, (gex_AM_Fn_t)on_completed_of_last, 0);
  EXPECT_EQ(gex_EP_RegisterHandlers(ep, entries, 7), GASNET_OK);
  EXPECT_EQ(gex_EP_RegisterHandlers(eps[endpoints - 1], last, 2), GASNET_OK);
  /* One that takes no messages has no handlers. */
  EXPECT_EQ(gex_EP_Create(&silent, client, GEX_EP_CAPABILITY_RMA, 0), GASNET_OK);
  gex_System_SetVerboseErrors(0);
  EXPECT_EQ(gex_EP_RegisterHandlers(silent, last, 1), GASNET_ERR_BAD_ARG);
  gex_System_SetVerboseErrors(1);
  meet();
  for (int from = 0; from < endpoints; ++from)
    for (int to = 0; to < endpoints; ++to) {
      short_messages(from, to);
      payloads(from, to, small);
      payloads(from, to, large);
      vectors(from, to);
      EXPECT_EQ(requests[from][to], rounds);
    }
  EXPECT_EQ(own_requests[endpoints - 1], rounds * endpoints);
  EXPECT_EQ(own_requests[0] + own_requests[1], 0);
  finish();
}
