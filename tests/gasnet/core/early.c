/* Messages before there is a segment: rank 0 attaches at once, while the others still wait for its replies. */
#include <gasnetex.h>

#include "frame.h"

enum { REQUEST = 200, REPLY, MANY = 20000 };

static volatile long replies;
static void on_request(gex_Token_t token) { gex_AM_ReplyShort0(token, REPLY, 0); }
static void on_reply(gex_Token_t token) {
  (void)token;
  ++replies;
}

int main(int argc, char **argv) {
  gex_AM_Entry_t entries[2];
  EXPECT_EQ(gex_Client_Init(&client, &ep, &tm, "TEST", &argc, &argv, 0), GASNET_OK);
  me = gex_TM_QueryRank(tm);
  n = gex_TM_QuerySize(tm);
  memset(entries, 0, sizeof entries);
  entries[0].gex_index = REQUEST;
  entries[0].gex_fnptr = (gex_AM_Fn_t)on_request;
  entries[1].gex_index = REPLY;
  entries[1].gex_fnptr = (gex_AM_Fn_t)on_reply;
  EXPECT_EQ(gex_EP_RegisterHandlers(ep, entries, 2), GASNET_OK);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  if (me > 0) {
    gex_AM_RequestShort0(tm, 0, REQUEST, 0);
    GASNET_BLOCKUNTIL(replies == 1);
  }
  /* More replies than a ring holds, of which rank 0 may find many when it attaches. */
  for (int i = 0; i < MANY; ++i) gex_AM_RequestShort0(tm, (me + 1) % n, REQUEST, 0);
  EXPECT_EQ(gex_Segment_Attach(&segment, tm, SEGMENT_BYTES), GASNET_OK);
  GASNET_BLOCKUNTIL(replies == MANY + (me > 0));
  meet();
  finish();
}
