/* Active messages of GASNet-EX: every category with every number of arguments, replies, negotiated payloads, limits, and
 * what a token tells. */
#include <gasnetex.h>

#include "each.h"
#include "frame.h"

enum { payload_bytes = 480, long_offset = 4096 };

static volatile int handled, answered;
static gex_Rank_t before, after;

static int pattern(size_t i, int seed) { return (int)((i * 7 + (size_t)seed * 13) & 0xff); }

static void fill(void *place, int seed) {
  for (size_t i = 0; i < payload_bytes; ++i) ((unsigned char *)place)[i] = (unsigned char)pattern(i, seed);
}

static void check_payload(const void *place, size_t bytes, int seed) {
  EXPECT_EQ(bytes, payload_bytes);
  for (size_t i = 0; i < bytes; ++i) EXPECT_EQ(((const unsigned char *)place)[i], pattern(i, seed));
}

static void check_token(gex_Token_t token, gex_Rank_t source, int is_request, int is_long) {
  gex_Token_Info_t info;
  const gex_TI_t told = gex_Token_Info(token, &info, GEX_TI_ALL);
  EXPECT_EQ(told & GEX_TI_ALL, GEX_TI_ALL);
  EXPECT_EQ(info.gex_srcrank, source);
  EXPECT(info.gex_ep == ep);
  EXPECT_EQ(info.gex_is_req, is_request);
  EXPECT_EQ(info.gex_is_long, is_long);
  EXPECT(info.gex_entry->gex_cdata == &client);
  EXPECT(strcmp(info.gex_entry->gex_name, "a handler") == 0);
}

/* For each number of arguments six handlers: requests and replies of three categories. A request's handler sends the
 * same arguments back. */
static gex_AM_Index_t short_requests[17], medium_requests[17], long_requests[17];
static gex_AM_Index_t short_replies[17], medium_replies[17], long_replies[17];

#define HANDLERS(M)                                                                                              \
  static void on_short_reply_##M(gex_Token_t token PARAMETERS_##M) {                                             \
    check_token(token, after, 0, 0);                                                                             \
    CHECK_##M(M) ++answered;                                                                                     \
  }                                                                                                              \
  static void on_medium_reply_##M(gex_Token_t token, void *payload, size_t bytes PARAMETERS_##M) {               \
    check_token(token, after, 0, 0);                                                                             \
    check_payload(payload, bytes, M);                                                                            \
    CHECK_##M(M) ++answered;                                                                                     \
  }                                                                                                              \
  static void on_long_reply_##M(gex_Token_t token, void *payload, size_t bytes PARAMETERS_##M) {                 \
    check_token(token, after, 0, 1);                                                                             \
    EXPECT(payload == (char *)segment_base + 2 * long_offset);                                                   \
    check_payload(payload, bytes, M);                                                                            \
    CHECK_##M(M) ++answered;                                                                                     \
  }                                                                                                              \
  static void on_short_##M(gex_Token_t token PARAMETERS_##M) {                                                   \
    check_token(token, before, 1, 0);                                                                            \
    CHECK_##M(M) ++handled;                                                                                      \
    EXPECT_EQ(gex_AM_ReplyShort##M(token, short_replies[M], 0 ARGUMENTS_##M(M)), 0);                             \
  }                                                                                                              \
  static void on_medium_##M(gex_Token_t token, void *payload, size_t bytes PARAMETERS_##M) {                     \
    check_token(token, before, 1, 0);                                                                            \
    EXPECT_EQ((uintptr_t)payload % 8, 0);                                                                        \
    check_payload(payload, bytes, M);                                                                            \
    CHECK_##M(M) ++handled;                                                                                      \
    EXPECT(gex_Token_MaxReplyMedium(token, GEX_EVENT_NOW, 0, M) >= 512);                                         \
    if (M % 2) {                                                                                                 \
      EXPECT_EQ(gex_AM_ReplyMedium##M(token, medium_replies[M], payload, bytes, GEX_EVENT_NOW, 0 ARGUMENTS_##M(M)), \
                0);                                                                                              \
    } else {                                                                                                     \
      gex_AM_SrcDesc_t sd = gex_AM_PrepareReplyMedium(token, NULL, bytes, bytes, NULL, 0, M);                    \
      memcpy(gex_AM_SrcDescAddr(sd), payload, bytes);                                                            \
      if (M % 4) {                                                                                               \
        gex_AM_CommitReplyMedium##M(sd, medium_replies[M], bytes ARGUMENTS_##M(M));                              \
      } else {                                                                                                   \
        EXPECT_EQ(gex_AM_CommitReplyMedium##M##_v2(sd, medium_replies[M], bytes, 0 ARGUMENTS_##M(M)), 0);        \
      }                                                                                                          \
    }                                                                                                            \
  }                                                                                                              \
  static void on_long_##M(gex_Token_t token, void *payload, size_t bytes PARAMETERS_##M) {                       \
    char *const back = (char *)segment_before + 2 * long_offset;                                                 \
    check_token(token, before, 1, 1);                                                                            \
    EXPECT(payload == (char *)segment_base + long_offset);                                                       \
    check_payload(payload, bytes, M);                                                                            \
    CHECK_##M(M) ++handled;                                                                                      \
    EXPECT(gex_Token_MaxReplyLong(token, GEX_EVENT_NOW, 0, M) >= 512);                                           \
    if (M % 2) {                                                                                                 \
      EXPECT_EQ(gex_AM_ReplyLong##M(token, long_replies[M], payload, bytes, back, GEX_EVENT_NOW,                 \
                                    0 ARGUMENTS_##M(M)),                                                         \
                0);                                                                                              \
    } else {                                                                                                     \
      gex_AM_SrcDesc_t sd = gex_AM_PrepareReplyLong(token, payload, bytes, bytes, back, GEX_EVENT_NOW, 0, M);    \
      if (M % 4) {                                                                                               \
        gex_AM_CommitReplyLong##M(sd, long_replies[M], bytes, back ARGUMENTS_##M(M));                            \
      } else {                                                                                                   \
        EXPECT_EQ(gex_AM_CommitReplyLong##M##_v2(sd, long_replies[M], bytes, back, 0 ARGUMENTS_##M(M)), 0);      \
      }                                                                                                          \
    }                                                                                                            \
  }

static void *segment_base, *segment_before;
EACH(HANDLERS)

static void add(gex_AM_Index_t *number, gex_AM_Fn_t function, gex_Flags_t flags, unsigned nargs) {
  gex_AM_Entry_t entry;
  memset(&entry, 0, sizeof entry);
  entry.gex_fnptr = function;
  entry.gex_flags = flags;
  entry.gex_nargs = nargs;
  entry.gex_cdata = &client;
  entry.gex_name = "a handler";
  EXPECT_EQ(gex_EP_RegisterHandlers(ep, &entry, 1), GASNET_OK);
  EXPECT(entry.gex_index >= GEX_AM_INDEX_BASE);
  *number = entry.gex_index;
}

#define ADD(M)                                                                                                   \
  add(&short_requests[M], (gex_AM_Fn_t)on_short_##M, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, M);                \
  add(&short_replies[M], (gex_AM_Fn_t)on_short_reply_##M, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, M);             \
  add(&medium_requests[M], (gex_AM_Fn_t)on_medium_##M, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, M);             \
  add(&medium_replies[M], (gex_AM_Fn_t)on_medium_reply_##M, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REPLY, M);          \
  add(&long_requests[M], (gex_AM_Fn_t)on_long_##M, GEX_FLAG_AM_LONG | GEX_FLAG_AM_REQUEST, M);                   \
  add(&long_replies[M], (gex_AM_Fn_t)on_long_reply_##M, GEX_FLAG_AM_LONG | GEX_FLAG_AM_REPLY, M);

/* All ranks send to the next one, and wait for the request of the one before and the reply of the one after. */
#define ROUND(send)                                                  \
  do {                                                               \
    const int sent = ++rounds;                                       \
    send;                                                            \
    GASNET_BLOCKUNTIL(handled >= sent && answered >= sent);          \
    meet();                                                          \
  } while (0)

#define SEND(M)                                                                                                  \
  ROUND(EXPECT_EQ(gex_AM_RequestShort##M(tm, after, short_requests[M], 0 ARGUMENTS_##M(M)), 0));                 \
  ROUND(EXPECT_EQ(gex_AM_RequestShort(tm, after, short_requests[M], 0 ARGUMENTS_##M(M)), 0));                    \
  fill(buffer, M);                                                                                               \
  ROUND(EXPECT_EQ(gex_AM_RequestMedium##M(tm, after, medium_requests[M], buffer, payload_bytes, GEX_EVENT_NOW,   \
                                          0 ARGUMENTS_##M(M)),                                                   \
                  0));                                                                                           \
  ROUND(EXPECT_EQ(gex_AM_RequestMedium(tm, after, medium_requests[M], buffer, payload_bytes, &event,             \
                                       0 ARGUMENTS_##M(M)),                                                      \
                  0);                                                                                            \
        gex_Event_Wait(event));                                                                                  \
  ROUND(EXPECT_EQ(gex_AM_RequestLong##M(tm, after, long_requests[M], buffer, payload_bytes, place, GEX_EVENT_GROUP, \
                                        0 ARGUMENTS_##M(M)),                                                     \
                  0);                                                                                            \
        gex_NBI_Wait(GEX_EC_AM, 0));                                                                             \
  ROUND(EXPECT_EQ(gex_AM_RequestLong(tm, after, long_requests[M], buffer, payload_bytes, place, GEX_EVENT_NOW,   \
                                     0 ARGUMENTS_##M(M)),                                                        \
                  0));                                                                                           \
  sd = gex_AM_PrepareRequestMedium(tm, after, NULL, 1, payload_bytes, NULL, 0, M);                               \
  EXPECT_EQ(gex_AM_CancelRequestMedium(sd, 0), GASNET_OK);                                                       \
  sd = gex_AM_PrepareRequestMedium(tm, after, NULL, payload_bytes, 2 * payload_bytes, NULL, 0, M);               \
  EXPECT(gex_AM_SrcDescSize(sd) >= payload_bytes && gex_AM_SrcDescSize(sd) <= 2 * payload_bytes);                \
  fill(gex_AM_SrcDescAddr(sd), M);                                                                               \
  ROUND(gex_AM_CommitRequestMedium##M(sd, medium_requests[M], payload_bytes ARGUMENTS_##M(M)));                  \
  sd = gex_AM_PrepareRequestMedium(tm, after, buffer, payload_bytes, payload_bytes, GEX_EVENT_NOW, 0, M);        \
  EXPECT(gex_AM_SrcDescAddr(sd) == buffer);                                                                      \
  ROUND(EXPECT_EQ(gex_AM_CommitRequestMedium##M##_v2(sd, medium_requests[M], payload_bytes, 0 ARGUMENTS_##M(M)), 0)); \
  sd = gex_AM_PrepareRequestLong(tm, after, buffer, payload_bytes, payload_bytes, place, GEX_EVENT_NOW, 0, M);   \
  EXPECT_EQ(gex_AM_CancelRequestLong(sd, 0), GASNET_OK);                                                         \
  sd = gex_AM_PrepareRequestLong(tm, after, buffer, payload_bytes, payload_bytes, place, GEX_EVENT_NOW, 0, M);   \
  ROUND(gex_AM_CommitRequestLong##M(sd, long_requests[M], payload_bytes, place ARGUMENTS_##M(M)));               \
  sd = gex_AM_PrepareRequestLong(tm, after, buffer, payload_bytes, payload_bytes, place, GEX_EVENT_NOW, 0, M);   \
  ROUND(EXPECT_EQ(gex_AM_CommitRequestLong##M##_v2(sd, long_requests[M], payload_bytes, place, 0 ARGUMENTS_##M(M)), \
                  0));

static void check_limits(void) {
  EXPECT_EQ(gex_AM_MaxArgs(), 16);
  EXPECT(gex_AM_LUBRequestMedium() >= 512 && gex_AM_LUBReplyMedium() >= 512);
  EXPECT(gex_AM_LUBRequestLong() >= 512 && gex_AM_LUBReplyLong() >= 512);
  EXPECT(gex_AM_MaxRequestMedium(tm, after, GEX_EVENT_NOW, 0, 16) >= gex_AM_LUBRequestMedium());
  EXPECT(gex_AM_MaxReplyMedium(tm, GEX_RANK_INVALID, GEX_EVENT_NOW, 0, 16) >= gex_AM_LUBReplyMedium());
  EXPECT(gex_AM_MaxRequestLong(tm, after, GEX_EVENT_NOW, 0, 16) >= gex_AM_LUBRequestLong());
  EXPECT(gex_AM_MaxReplyLong(tm, GEX_RANK_INVALID, GEX_EVENT_NOW, 0, 0) >= gex_AM_LUBReplyLong());
}

/* The largest medium message arrives whole, and a request that is told not to wait is sent or not at all. */
static volatile size_t largest_came;
static volatile int immediate_came;
static void on_largest(gex_Token_t token, void *payload, size_t bytes) {
  (void)token;
  for (size_t i = 0; i < bytes; ++i) EXPECT_EQ(((unsigned char *)payload)[i], pattern(i, 3));
  largest_came = bytes;
}
static void on_immediate(gex_Token_t token) {
  (void)token;
  ++immediate_came;
}
static void check_extremes(void) {
  gex_AM_Index_t largest, immediate;
  const size_t most = gex_AM_MaxRequestMedium(tm, after, GEX_EVENT_NOW, 0, 0);
  unsigned char *const bytes = (unsigned char *)malloc(most);
  int sent = 0;
  add(&largest, (gex_AM_Fn_t)on_largest, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 0);
  add(&immediate, (gex_AM_Fn_t)on_immediate, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQREP, 0);
  meet();
  for (size_t i = 0; i < most; ++i) bytes[i] = (unsigned char)pattern(i, 3);
  EXPECT_EQ(gex_AM_RequestMedium0(tm, after, largest, bytes, most, GEX_EVENT_NOW, 0), 0);
  GASNET_BLOCKUNTIL(largest_came > 0);
  EXPECT_EQ(largest_came, gex_AM_MaxRequestMedium(tm, before, GEX_EVENT_NOW, 0, 0));
  free(bytes);
  while (sent < 1000)
    if (gex_AM_RequestShort0(tm, after, immediate, GEX_FLAG_IMMEDIATE) == 0)
      ++sent;
    else
      gasnet_AMPoll();
  GASNET_BLOCKUNTIL(immediate_came == 1000);
  meet();
  /* A request to this rank itself has been handled on return. */
  EXPECT_EQ(gex_AM_RequestShort0(tm, me, immediate, 0), 0);
  EXPECT_EQ(immediate_came, 1001);
}

/* A long request that is refused, because the target does not poll and its ring is full, has not written its payload. */
enum { refused_offset = 1 << 20, sent_offset = 3 << 20, most_sent = 100000 };
static volatile long refused_came;
static void on_refused(gex_Token_t token, void *payload, size_t bytes) {
  long value;
  (void)token;
  EXPECT_EQ(bytes, sizeof value);
  memcpy(&value, payload, sizeof value);
  EXPECT_EQ(value, ++refused_came);
}
static void check_refused_long(void) {
  gex_AM_Index_t handler;
  void *owner = NULL, *local = NULL;
  const gex_Rank_t partner = me ^ 1;
  volatile long *const sent_to_me = (volatile long *)((char *)segment_base + sent_offset);
  add(&handler, (gex_AM_Fn_t)on_refused, GEX_FLAG_AM_LONG | GEX_FLAG_AM_REQUEST, 0);
  memset((char *)segment_base + refused_offset, 0, sent_offset - refused_offset + sizeof(long));
  meet();
  if (partner < n) gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, partner, &owner, &local, NULL, 0));
  if (local && me % 2 == 0) {
    long sent = 0, value = 1;
    while (gex_AM_RequestLong0(tm, partner, handler, &value, sizeof value,
                               (char *)owner + refused_offset + sent * (long)sizeof value, GEX_EVENT_NOW,
                               GEX_FLAG_IMMEDIATE) == 0) {
      EXPECT(++sent < most_sent);
      ++value;
    }
    EXPECT_EQ(((long *)((char *)local + refused_offset))[sent], 0);
    *(volatile long *)((char *)local + sent_offset) = sent;
  } else if (local) {
    while (*sent_to_me == 0) continue; /* no poll: the ring fills up */
    GASNET_BLOCKUNTIL(refused_came == *sent_to_me);
  }
  meet();
}

/* A reply that is cancelled is not sent; the handler may reply another way. */
static gex_AM_Index_t cancelled_reply;
static volatile int cancelled_answers;
static void on_cancelled(gex_Token_t token) {
  gex_AM_SrcDesc_t sd = gex_AM_PrepareReplyMedium(token, NULL, 0, 8, NULL, 0, 0);
  EXPECT_EQ(gex_AM_CancelReplyMedium(sd, 0), GASNET_OK);
  sd = gex_AM_PrepareReplyLong(token, &client, 8, 8, (char *)segment_before + long_offset, GEX_EVENT_NOW, 0, 0);
  EXPECT_EQ(gex_AM_CancelReplyLong(sd, 0), GASNET_OK);
  gex_AM_ReplyShort(token, cancelled_reply, 0);
}
static void on_cancelled_reply(gex_Token_t token) {
  (void)token;
  ++cancelled_answers;
}

int main(int argc, char **argv) {
  static char buffer[payload_bytes];
  int rounds = 0;
  gex_Event_t event = GEX_EVENT_INVALID;
  gex_AM_SrcDesc_t sd;
  gex_AM_Index_t cancelled;
  start(&argc, &argv);
  after = (me + 1) % n;
  before = (me + n - 1) % n;
  segment_base = gex_Segment_QueryAddr(segment);
  segment_before = segment_of(before);
  check_limits();
  {
    char *const place = (char *)segment_of(after) + long_offset;
    EACH(ADD)
    meet();
    EACH(SEND)
  }
  check_extremes();
  check_refused_long();
  add(&cancelled, (gex_AM_Fn_t)on_cancelled, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0);
  add(&cancelled_reply, (gex_AM_Fn_t)on_cancelled_reply, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 0);
  meet();
  gex_AM_RequestShort0(tm, after, cancelled, 0);
  GASNET_BLOCKUNTIL(cancelled_answers == 1);
  finish();
}
