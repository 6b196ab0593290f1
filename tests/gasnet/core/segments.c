/* Segments at the edges of what is allowed: "largest", the one that the limit names; "one_sided", the last rank alone has one. */
#include <gasnet_vis.h>

#include "frame.h"

enum { ON_LONG = 200, bytes = 4000, half = bytes / 2 };

static volatile size_t came;
static void on_long(gex_Token_t token, void *payload, size_t size) {
  (void)token;
  (void)payload;
  came = size;
}

static void largest(void) {
  const uintptr_t most = gasnet_getMaxGlobalSegmentSize();
  const char sent = (char)(me + 1);
  char seen = 0;
  EXPECT(most > (uintptr_t)13 << 20); /* of a heap of 16 MiB, of which the layer has a part */
  EXPECT_EQ(gex_Segment_Attach(&segment, tm, most), GASNET_OK);
  meet();
  gex_RMA_PutBlocking(tm, (me + 1) % n, (char *)segment_of((me + 1) % n) + most - 1, (void *)&sent, 1, 0);
  meet();
  gex_RMA_GetBlocking(tm, &seen, me, (char *)segment_of(me) + most - 1, 1, 0);
  EXPECT_EQ(seen, (me + n - 1) % n + 1);
}

static void one_sided(void) {
  const gex_Rank_t owner = n - 1;
  char sent[bytes], seen[bytes];
  if (me == owner) {
    EXPECT_EQ(gex_Segment_Create(&segment, client, NULL, 1 << 20, GEX_MK_HOST, 0), GASNET_OK);
    EXPECT_EQ(gex_EP_BindSegment(ep, segment, 0), GASNET_OK);
  }
  EXPECT_EQ(gex_EP_PublishBoundSegment(tm, &ep, me == owner, 0), GASNET_OK);
  meet();
  char *const there = segment_of(owner);
  for (int i = 0; i < bytes; ++i) sent[i] = (char)(i * 3);
  if (me == 0) {
    void *const to[] = {there, there + bytes};
    void *const from[] = {sent};
    gex_VIS_IndexedPutBlocking(tm, owner, 2, to, half, 1, from, bytes, 0);
    gex_RMA_GetBlocking(tm, seen, owner, there, half, 0);
    gex_RMA_GetBlocking(tm, seen + half, owner, there + bytes, half, 0);
    EXPECT(memcmp(sent, seen, bytes) == 0);
    gex_AM_RequestLong0(tm, owner, ON_LONG, sent, bytes, there + 2 * bytes, GEX_EVENT_NOW, 0);
  }
  if (me == owner) {
    GASNET_BLOCKUNTIL(came == bytes);
    EXPECT(memcmp(sent, (char *)gex_Segment_QueryAddr(segment) + 2 * bytes, bytes) == 0);
  }
}

int main(int argc, char **argv) {
  gex_AM_Entry_t entry;
  EXPECT_EQ(gex_Client_Init(&client, &ep, &tm, "TEST", &argc, &argv, 0), GASNET_OK);
  me = gex_TM_QueryRank(tm);
  n = gex_TM_QuerySize(tm);
  memset(&entry, 0, sizeof entry);
  entry.gex_index = ON_LONG;
  entry.gex_fnptr = (gex_AM_Fn_t)on_long;
  entry.gex_flags = GEX_FLAG_AM_LONG | GEX_FLAG_AM_REQUEST;
  EXPECT_EQ(gex_EP_RegisterHandlers(ep, &entry, 1), GASNET_OK);
  if (argc > 1 && strcmp(argv[1], "largest") == 0)
    largest();
  else
    one_sided();
  finish();
}
