/* GASNet-1: start, messages with every number of arguments, transfers, values, locks. */
#include <gasnet.h>

#include "each.h"
#include "frame.h"

enum { payload_bytes = 300, pieces = 20 };

static volatile int handled, answered;
static gasnet_node_t after, before;
static char *mine, *theirs, *theirs_before;

static void check_source(gasnet_token_t token, gasnet_node_t expected) {
  gasnet_node_t source = 0;
  EXPECT_EQ(gasnet_AMGetMsgSource(token, &source), GASNET_OK);
  EXPECT_EQ(source, expected);
}
static void check_payload(void *payload, size_t bytes, int seed) {
  EXPECT_EQ(bytes, payload_bytes);
  for (size_t i = 0; i < bytes; ++i) EXPECT_EQ(((char *)payload)[i], (char)(i + (size_t)seed));
}

/* Handlers 128 to 144 take short requests, the next 17 medium ones, and so on. */
enum { shorts = 128, mediums = 145, longs = 162, short_replies = 179, medium_replies = 196, long_replies = 213 };

#define HANDLERS(M)                                                                                      \
  static void on_short_##M(gasnet_token_t token PARAMETERS_##M) {                                        \
    check_source(token, before);                                                                         \
    CHECK_##M(M) ++handled;                                                                              \
    EXPECT_EQ(gasnet_AMReplyShort##M(token, short_replies + M ARGUMENTS_##M(M)), GASNET_OK);             \
  }                                                                                                      \
  static void on_medium_##M(gasnet_token_t token, void *payload, size_t bytes PARAMETERS_##M) {          \
    check_payload(payload, bytes, M);                                                                    \
    CHECK_##M(M) ++handled;                                                                              \
    EXPECT_EQ(gasnet_AMReplyMedium##M(token, medium_replies + M, payload, bytes ARGUMENTS_##M(M)), GASNET_OK); \
  }                                                                                                      \
  static void on_long_##M(gasnet_token_t token, void *payload, size_t bytes PARAMETERS_##M) {            \
    EXPECT(payload == mine + 4096);                                                                      \
    check_payload(payload, bytes, M);                                                                    \
    CHECK_##M(M) ++handled;                                                                              \
    EXPECT_EQ(gasnet_AMReplyLong##M(token, long_replies + M, payload, bytes, theirs_before ARGUMENTS_##M(M)), \
              GASNET_OK);                                                                                \
  }                                                                                                      \
  static void on_short_reply_##M(gasnet_token_t token PARAMETERS_##M) {                                  \
    check_source(token, after);                                                                          \
    CHECK_##M(M) ++answered;                                                                             \
  }                                                                                                      \
  static void on_payload_reply_##M(gasnet_token_t token, void *payload, size_t bytes PARAMETERS_##M) {   \
    check_source(token, after);                                                                          \
    check_payload(payload, bytes, M);                                                                    \
    CHECK_##M(M) ++answered;                                                                             \
  }
EACH(HANDLERS)

#define ENTRIES(M)                                                          \
  {shorts + M, (gasnet_handler_fn_t)on_short_##M},                          \
      {mediums + M, (gasnet_handler_fn_t)on_medium_##M},                    \
      {longs + M, (gasnet_handler_fn_t)on_long_##M},                        \
      {short_replies + M, (gasnet_handler_fn_t)on_short_reply_##M},         \
      {medium_replies + M, (gasnet_handler_fn_t)on_payload_reply_##M},      \
      {long_replies + M, (gasnet_handler_fn_t)on_payload_reply_##M},
static gasnet_handlerentry_t table[] = {EACH(ENTRIES)};

#define ROUND(send)                                             \
  do {                                                          \
    const int sent = ++rounds;                                  \
    EXPECT_EQ(send, GASNET_OK);                                 \
    GASNET_BLOCKUNTIL(handled >= sent && answered >= sent);     \
    meet();                                                     \
  } while (0)
#define SEND(M)                                                                                            \
  for (size_t i = 0; i < payload_bytes; ++i) buffer[i] = (char)(i + M);                                    \
  ROUND(gasnet_AMRequestShort##M(after, shorts + M ARGUMENTS_##M(M)));                                     \
  ROUND(gasnet_AMRequestShort(after, shorts + M ARGUMENTS_##M(M)));                                        \
  ROUND(gasnet_AMRequestMedium##M(after, mediums + M, buffer, payload_bytes ARGUMENTS_##M(M)));            \
  ROUND(gasnet_AMRequestLong##M(after, longs + M, buffer, payload_bytes, theirs + 4096 ARGUMENTS_##M(M))); \
  ROUND(gasnet_AMRequestLongAsync##M(after, longs + M, buffer, payload_bytes, theirs + 4096 ARGUMENTS_##M(M)));

static void messages(void) {
  static char buffer[payload_bytes];
  int rounds = 0;
  EXPECT_EQ(gasnet_AMMaxArgs(), 16);
  EXPECT(gasnet_AMMaxMedium() >= 512 && gasnet_AMMaxLongRequest() >= 512 && gasnet_AMMaxLongReply() >= 512);
  EACH(SEND)
}

static void transfers(void) {
  long source[pieces], back[pieces];
  gasnet_handle_t handles[pieces];
  gasnet_valget_handle_t value;
  for (int i = 0; i < pieces; ++i) source[i] = (long)me * 1000 + i;
  gasnet_put(after, theirs, &source[0], sizeof(long));
  gasnet_put_bulk(after, theirs + 8, &source[1], (pieces - 1) * sizeof(long));
  gasnet_get(&back[0], after, theirs, sizeof(long));
  gasnet_get_bulk(&back[1], after, theirs + 8, (pieces - 1) * sizeof(long));
  EXPECT(memcmp(source, back, sizeof source) == 0);
  for (int i = 0; i < pieces; ++i)
    handles[i] = i % 2 ? gasnet_put_nb(after, theirs + 8 * i, &source[pieces - 1 - i], 8)
                       : gasnet_put_nb_bulk(after, theirs + 8 * i, &source[pieces - 1 - i], 8);
  gasnet_wait_syncnb(handles[0]);
  handles[0] = GASNET_INVALID_HANDLE;
  gasnet_wait_syncnb_some(handles, pieces);
  gasnet_wait_syncnb_all(handles, pieces);
  for (int i = 0; i < pieces; ++i)
    handles[i] = i % 2 ? gasnet_get_nb(&back[i], after, theirs + 8 * i, 8)
                       : gasnet_get_nb_bulk(&back[i], after, theirs + 8 * i, 8);
  while (gasnet_try_syncnb(handles[0]) != GASNET_OK) continue;
  handles[0] = GASNET_INVALID_HANDLE;
  while (gasnet_try_syncnb_some(handles, pieces) != GASNET_OK) continue;
  while (gasnet_try_syncnb_all(handles, pieces) != GASNET_OK) continue;
  for (int i = 0; i < pieces; ++i) EXPECT_EQ(back[i], source[pieces - 1 - i]);
  for (int i = 0; i < pieces; ++i) {
    if (i % 2) gasnet_put_nbi(after, theirs + 8 * i, &source[i], 8);
    else gasnet_put_nbi_bulk(after, theirs + 8 * i, &source[i], 8);
  }
  while (gasnet_try_syncnbi_puts() != GASNET_OK) continue;
  gasnet_wait_syncnbi_puts();
  gasnet_begin_nbi_accessregion();
  for (int i = 0; i < pieces; ++i) {
    if (i % 2) gasnet_get_nbi(&back[i], after, theirs + 8 * i, 8);
    else gasnet_get_nbi_bulk(&back[i], after, theirs + 8 * i, 8);
  }
  gasnet_wait_syncnb(gasnet_end_nbi_accessregion());
  while (gasnet_try_syncnbi_gets() != GASNET_OK) continue;
  gasnet_wait_syncnbi_gets();
  EXPECT(memcmp(source, back, sizeof source) == 0);
  gasnet_memset(after, theirs, 1, 5000);
  gasnet_wait_syncnb(gasnet_memset_nb(after, theirs + 5000, 2, 5000));
  gasnet_memset_nbi(after, theirs + 10000, 3, 5000);
  while (gasnet_try_syncnbi_all() != GASNET_OK) continue;
  gasnet_wait_syncnbi_all();
  meet();
  EXPECT(mine[4999] == 1 && mine[5000] == 2 && mine[9999] == 2 && mine[10000] == 3 && mine[14999] == 3);
  meet();
  gasnet_begin_nbi_accessregion(); /* what has a handle, or blocks, is not of the region */
  gasnet_put_nbi(after, theirs + 15000, &source[3], 8);
  gasnet_memset(after, theirs, 4, 5000);
  gasnet_wait_syncnb(gasnet_memset_nb(after, theirs + 5000, 5, 5000));
  gasnet_wait_syncnb(gasnet_end_nbi_accessregion());
  meet();
  EXPECT(mine[0] == 4 && mine[4999] == 4 && mine[5000] == 5 && mine[9999] == 5);
  EXPECT_EQ(*(long *)(mine + 15000), (long)before * 1000 + 3);
  meet();
  gasnet_put_val(after, theirs, 0x1234, 2);
  gasnet_wait_syncnb(gasnet_put_nb_val(after, theirs + 2, 0x5678, 2));
  gasnet_put_nbi_val(after, theirs + 4, 0x9abc, 2);
  gasnet_wait_syncnbi_all();
  EXPECT_EQ(gasnet_get_val(after, theirs + 2, 2), 0x5678);
  value = gasnet_get_nb_val(after, theirs + 4, 2);
  EXPECT_EQ(gasnet_wait_syncnb_valget(value), 0x9abc);
  meet();
}

int main(int argc, char **argv) {
  gasnet_seginfo_t *segments;
  gasnet_nodeinfo_t *nodes;
  gasnet_hsl_t lock = GASNET_HSL_INITIALIZER;
  EXPECT_EQ(gasnet_init(&argc, &argv), GASNET_OK);
  me = gasnet_mynode();
  n = gasnet_nodes();
  EXPECT(gasnet_getMaxLocalSegmentSize() >= gasnet_getMaxGlobalSegmentSize());
  EXPECT_EQ(gasnet_attach(table, sizeof table / sizeof *table, SEGMENT_BYTES, 0), GASNET_OK);
  gasnet_QueryGexObjects(&client, &ep, &tm, &segment);
  EXPECT_EQ(gex_TM_QueryRank(tm), me);
  after = (me + 1) % n;
  before = (me + n - 1) % n;
  segments = (gasnet_seginfo_t *)malloc(n * sizeof *segments);
  EXPECT_EQ(gasnet_getSegmentInfo(segments, (int)n), GASNET_OK);
  EXPECT(segments[me].addr == gex_Segment_QueryAddr(segment) && segments[me].size == SEGMENT_BYTES);
  mine = (char *)segments[me].addr;
  theirs = (char *)segments[after].addr;
  theirs_before = (char *)segments[before].addr;
  nodes = (gasnet_nodeinfo_t *)malloc(n * sizeof *nodes);
  EXPECT_EQ(gasnet_getNodeInfo(nodes, (int)n), GASNET_OK);
  EXPECT(nodes[me].supernode < n && nodes[me].host < n && nodes[me].offset == 0);
  gasnet_hsl_init(&lock);
  gasnet_hsl_lock(&lock);
  EXPECT_EQ(gasnet_hsl_trylock(&lock), GASNET_ERR_NOT_READY);
  gasnet_hsl_unlock(&lock);
  gasnet_hsl_destroy(&lock);
  gasnet_hold_interrupts();
  gasnet_resume_interrupts();
  gasnet_barrier_notify(1, 0);
  EXPECT_EQ(gasnet_barrier_wait(1, 0), GASNET_OK);
  messages();
  transfers();
  free(segments);
  free(nodes);
  finish();
}
