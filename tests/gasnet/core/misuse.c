/* Each wrong use, by its name as the argument, ends the job with a line. For clients with GASNET_DEBUG. */
#include <gasnetex.h>

#include "frame.h"

static void on_request(gex_Token_t token) {
  gex_AM_ReplyShort0(token, 201, 0);
  gex_AM_ReplyShort0(token, 201, 0);
}
static void on_reply(gex_Token_t token) { (void)token; }
static void on_nested(gex_Token_t token) {
  (void)token;
  gex_AM_RequestShort0(tm, me, 201, 0);
}
static gex_HSL_t lock = GEX_HSL_INITIALIZER, second = GEX_HSL_INITIALIZER;
static void on_locked(gex_Token_t token) {
  (void)token;
  gex_HSL_Lock(&lock);
}
static void on_poll(gex_Token_t token) {
  (void)token;
  gasnet_AMPoll();
}
static void on_meet(gex_Token_t token) {
  (void)token;
  meet();
}

int main(int argc, char **argv) {
  const char *const what = argc > 1 ? argv[1] : "";
  long value = 0;
  void *there;
  gex_AM_Entry_t entries[6];
  if (strcmp(what, "early") == 0) gex_RMA_PutBlocking(tm, 0, &there, &value, 8, 0);
  EXPECT_EQ(gex_Client_Init(&client, &ep, &tm, "TEST", &argc, &argv, 0), GASNET_OK);
  me = gex_TM_QueryRank(tm);
  n = gex_TM_QuerySize(tm);
  if (strcmp(what, "unattached") == 0) gex_AM_RequestLong0(tm, 0, 200, &value, 8, &value, GEX_EVENT_NOW, 0);
  if (strcmp(what, "attach") == 0)
    EXPECT_EQ(gex_Segment_Attach(&segment, tm, SEGMENT_BYTES + (me == 1)), GASNET_ERR_BAD_ARG);
  EXPECT_EQ(gex_Segment_Attach(&segment, tm, SEGMENT_BYTES), GASNET_OK);
  there = segment_of((me + 1) % n);
  memset(entries, 0, sizeof entries);
  entries[0].gex_index = 200;
  entries[0].gex_fnptr = (gex_AM_Fn_t)on_request;
  entries[0].gex_flags = GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST;
  entries[1].gex_index = 201;
  entries[1].gex_fnptr = (gex_AM_Fn_t)on_reply;
  entries[2].gex_index = 202;
  entries[2].gex_fnptr = (gex_AM_Fn_t)on_nested;
  entries[3].gex_index = 203;
  entries[3].gex_fnptr = (gex_AM_Fn_t)on_locked;
  entries[4].gex_index = 204;
  entries[4].gex_fnptr = (gex_AM_Fn_t)on_poll;
  entries[5].gex_index = 205;
  entries[5].gex_fnptr = (gex_AM_Fn_t)on_meet;
  EXPECT_EQ(gex_EP_RegisterHandlers(ep, entries, 6), GASNET_OK);
  meet();
  if (strcmp(what, "handler") == 0) gex_AM_RequestShort0(tm, 0, 250, 0);
  if (strcmp(what, "endpoint") == 0 || strcmp(what, "remote_endpoint") == 0) {
    gex_EP_t silent;
    EXPECT_EQ(gex_EP_Create(&silent, client, GEX_EP_CAPABILITY_RMA, 0), GASNET_OK);
    gex_AM_RequestShort0(gex_TM_Pair(strcmp(what, "endpoint") == 0 ? silent : ep, 1), (me + 1) % n, 200, 0);
  }
  if (strcmp(what, "arguments") == 0) gex_AM_RequestShort1(tm, 0, 200, 0, 1);
  if (strcmp(what, "category") == 0) gex_AM_RequestMedium0(tm, 0, 200, &value, 8, GEX_EVENT_NOW, 0);
  if (strcmp(what, "payload") == 0)
    gex_AM_RequestMedium0(tm, me, 201, there, 1 << 20, GEX_EVENT_NOW, 0);
  if (strcmp(what, "rank") == 0) gex_AM_RequestShort0(tm, n, 201, 0);
  if (strcmp(what, "rank_of_request") == 0) gex_AM_RequestShort0(tm, n + 100000, 201, 0);
  if (strcmp(what, "rank_of_prepared") == 0)
    gex_AM_PrepareRequestMedium(tm, n + 100000, &value, 8, 8, GEX_EVENT_NOW, 0, 0);
  if (strcmp(what, "rank_of_put") == 0) gex_RMA_PutBlocking(tm, n + 100000, there, &value, 8, 0);
  if (strcmp(what, "rank_of_get") == 0) gex_RMA_GetNBI(tm, &value, (gex_Rank_t)-1, there, 8, 0);
  if (strcmp(what, "rank_near") == 0) gex_RMA_PutNBI(tm, n + 3, there, &value, 8, GEX_EVENT_DEFER, 0);
  if (strcmp(what, "rank_of_segment") == 0) gex_Segment_QueryBound(tm, n, &there, NULL, NULL);
  if (strcmp(what, "twice") == 0) gex_AM_RequestShort0(tm, me, 200, 0);
  if (strcmp(what, "nested") == 0) gex_AM_RequestShort0(tm, me, 202, 0);
  if (strcmp(what, "outside") == 0)
    gex_RMA_PutBlocking(tm, (me + 1) % n, (char *)there + SEGMENT_BYTES - 4, &value, 8, 0);
  if (strcmp(what, "lock_kept") == 0) gex_AM_RequestShort0(tm, me, 203, 0);
  if (strcmp(what, "poll_in_handler") == 0) gex_AM_RequestShort0(tm, me, 204, 0);
  if (strcmp(what, "barrier_in_handler") == 0) gex_AM_RequestShort0(tm, me, 205, 0);
  if (strncmp(what, "locked_", 7) == 0) gex_HSL_Lock(&lock);
  if (strcmp(what, "locked_twice") == 0) gex_HSL_Lock(&lock);
  if (strcmp(what, "locked_request") == 0) gex_AM_RequestShort0(tm, me, 201, 0);
  if (strcmp(what, "locked_poll") == 0) gasnet_AMPoll();
  if (strcmp(what, "locked_order") == 0) {
    gex_HSL_Lock(&second);
    gex_HSL_Unlock(&lock);
  }
  if (strcmp(what, "not_locked") == 0) gex_HSL_Unlock(&lock);
  if (strcmp(what, "no_op") == 0) gex_Event_Wait(GEX_EVENT_NO_OP);
  if (strcmp(what, "no_op_of_many") == 0) {
    gex_Event_t events[2];
    events[0] = GEX_EVENT_INVALID;
    events[1] = GEX_EVENT_NO_OP;
    gex_Event_WaitAll(events, 2, 0);
  }
  if (strcmp(what, "no_op_leaf") == 0) gex_Event_QueryLeaf(GEX_EVENT_NO_OP, GEX_EC_LC);
  if (strcmp(what, "element_size") == 0)
    gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, &value, &value, GEX_DT_I64, 4, 1, GEX_OP_ADD, NULL, NULL, 0));
  if (strcmp(what, "no_function") == 0)
    gex_Event_Wait(gex_Coll_ReduceToOneNB(tm, 0, &value, &value, GEX_DT_USER, 8, 1, GEX_OP_USER, NULL, NULL, 0));
  if (strcmp(what, "bits_of_reals") == 0)
    gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, &value, &value, GEX_DT_DBL, 8, 1, GEX_OP_XOR, NULL, NULL, 0));
  if (strcmp(what, "split_of_pair") == 0) {
    gex_TM_t part;
    gex_TM_Split(&part, gex_TM_Pair(ep, 0), 0, 0, NULL, 0, 0);
  }
  if (strcmp(what, "barrier") == 0) gasnet_barrier_wait(0, 0);
  if (strcmp(what, "region") == 0) gex_NBI_EndAccessRegion(0);
  if (strcmp(what, "mismatch") == 0)
    gex_Event_Wait(me == 0 ? gex_Coll_BarrierNB(tm, 0) : gex_Coll_BroadcastNB(tm, 0, &value, &value, 8, 0));
  if (strcmp(what, "two_sizes") == 0)
    gex_Event_Wait(gex_Coll_BroadcastNB(tm, 0, there, there, 8 * (me + 1), 0));
  if (strcmp(what, "two_roots") == 0) gex_Event_Wait(gex_Coll_BroadcastNB(tm, me, there, there, 8, 0));
  if (strcmp(what, "root") == 0) gex_Coll_BroadcastNB(tm, n, &value, &value, 8, 0);
  meet();
  meet();
  fprintf(stderr, "nothing was said of '%s'\n", what);
  finish();
}
