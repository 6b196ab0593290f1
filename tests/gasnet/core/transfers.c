/* Puts, gets, values, events, operations without events, and access regions of GASNet-EX. */
#include <gasnetex.h>

#include <unistd.h>

#include "frame.h"

enum { bytes_each = 3000, pieces = 64, large = 200000 };

static gex_Rank_t after, before;
static char *mine, *theirs; /* segments: this rank's, and that of the rank after it, at its own address */

static unsigned char value_of(gex_Rank_t rank, int seed, size_t i) {
  return (unsigned char)(rank * 31 + (unsigned)seed * 17 + i * 5);
}
static void fill(void *place, gex_Rank_t rank, int seed, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) ((unsigned char *)place)[i] = value_of(rank, seed, i);
}
static void check(const void *place, gex_Rank_t rank, int seed, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) EXPECT_EQ(((const unsigned char *)place)[i], value_of(rank, seed, i));
}

/* What the rank before has put is here once all have met; what this rank puts and gets comes back. */
static void blocking(void) {
  static char source[large], back[large];
  for (size_t bytes = 0; bytes <= 64; ++bytes) {
    fill(source, me, (int)bytes, bytes);
    EXPECT_EQ(gex_RMA_PutBlocking(tm, after, theirs + 1, source, bytes, 0), 0);
    meet();
    check(mine + 1, before, (int)bytes, bytes);
    memset(back, 0, sizeof back);
    EXPECT_EQ(gex_RMA_GetBlocking(tm, back, after, theirs + 1, bytes, 0), 0);
    check(back, me, (int)bytes, bytes);
    meet();
  }
  fill(source, me, 99, large);
  EXPECT_EQ(gex_RMA_PutBlocking(tm, after, theirs, source, large, 0), 0);
  EXPECT_EQ(gex_RMA_GetBlocking(tm, back, after, theirs, large, 0), 0);
  check(back, me, 99, large);
  meet();
}

static void with_events(void) {
  static char source[pieces][bytes_each], back[pieces][bytes_each];
  gex_Event_t events[2 * pieces];
  gex_Event_t leaf;
  for (int i = 0; i < pieces; ++i) {
    fill(source[i], me, i, bytes_each);
    events[i] = gex_RMA_PutNB(tm, after, theirs + i * bytes_each, source[i], bytes_each, GEX_EVENT_NOW, 0);
    memset(source[i], 0, bytes_each); /* local completion was asked for */
  }
  gex_Event_WaitAll(events, pieces, 0);
  for (int i = 0; i < pieces; ++i) EXPECT(events[i] == GEX_EVENT_INVALID);
  meet();
  for (int i = 0; i < pieces; ++i) check(mine + i * bytes_each, before, i, bytes_each);
  meet();

  /* Leaves and roots of the same operations in one array, roots first. */
  for (int i = 0; i < pieces; ++i) {
    fill(source[i], me, i + 7, bytes_each);
    events[i] =
        gex_RMA_PutNB(tm, after, theirs + i * bytes_each, source[i], bytes_each, &events[pieces + i], 0);
  }
  while (gex_Event_TestAll(events, 2 * pieces, 0) != GASNET_OK) gasnet_AMPoll();
  EXPECT_EQ(gex_Event_TestSome(events, 2 * pieces, 0), GASNET_OK); /* only invalid ones: a success */
  for (int i = 0; i < pieces; ++i) events[i] = gex_RMA_GetNB(tm, back[i], after, theirs + i * bytes_each, bytes_each, 0);
  for (int left = pieces; left > 0;) {
    gex_Event_WaitSome(events, pieces, 0);
    left = 0;
    for (int i = 0; i < pieces; ++i) left += events[i] != GEX_EVENT_INVALID;
  }
  for (int i = 0; i < pieces; ++i) check(back[i], me, i + 7, bytes_each);

  /* An event alone; its leaf is the same whenever it is asked for. */
  events[0] = gex_RMA_PutNB(tm, after, theirs, source[0], bytes_each, GEX_EVENT_DEFER, 0);
  leaf = gex_Event_QueryLeaf(events[0], GEX_EC_LC);
  EXPECT(leaf == GEX_EVENT_INVALID || leaf != events[0]);
  gex_Event_Wait(leaf);
  while (gex_Event_Test(events[0]) != GASNET_OK) gasnet_AMPoll();
  events[0] = gex_RMA_PutNBVal(tm, after, theirs, 0x1122334455667788u, 8, 0);
  gex_Event_Wait(events[0]);
  EXPECT_EQ(gex_RMA_GetBlockingVal(tm, after, theirs, 8, 0), 0x1122334455667788);
  meet();
}

static void without_events(void) {
  static char source[pieces][bytes_each], back[pieces][bytes_each];
  gex_Event_t *const how[] = {GEX_EVENT_NOW, GEX_EVENT_DEFER, GEX_EVENT_GROUP};
  gex_Event_t event;
  for (int i = 0; i < pieces; ++i) {
    fill(source[i], me, i + 3, bytes_each);
    EXPECT_EQ(gex_RMA_PutNBI(tm, after, theirs + i * bytes_each, source[i], bytes_each, how[i % 3], 0), 0);
  }
  gex_NBI_Wait(GEX_EC_LC, 0);
  gex_NBI_Wait(GEX_EC_PUT, 0);
  for (int i = 0; i < pieces; ++i)
    EXPECT_EQ(gex_RMA_GetNBI(tm, back[i], after, theirs + i * bytes_each, bytes_each, 0), 0);
  while (gex_NBI_Test(GEX_EC_GET, 0) != GASNET_OK) gasnet_AMPoll();
  for (int i = 0; i < pieces; ++i) check(back[i], me, i + 3, bytes_each);
  meet();

  gex_NBI_BeginAccessRegion(0);
  for (int i = 0; i < pieces; ++i) {
    fill(source[i], me, i + 5, bytes_each);
    EXPECT_EQ(gex_RMA_PutNBI(tm, after, theirs + i * bytes_each, source[i], bytes_each, how[i % 3], 0), 0);
  }
  EXPECT_EQ(gex_RMA_PutNBIVal(tm, after, theirs + pieces * bytes_each, 0xabcd, 2, 0), 0);
  event = gex_NBI_EndAccessRegion(0);
  gex_Event_Wait(event);
  meet();
  for (int i = 0; i < pieces; ++i) check(mine + i * bytes_each, before, i + 5, bytes_each);
  EXPECT_EQ(gex_RMA_GetBlockingVal(tm, after, theirs + pieces * bytes_each, 2, 0), 0xabcd);
  gex_NBI_BeginAccessRegion(0);
  EXPECT(gex_NBI_EndAccessRegion(0) == GEX_EVENT_INVALID); /* nothing was begun in it */
  meet();
}

static void values(void) {
  for (size_t bytes = 1; bytes <= 8; ++bytes) {
    const gex_RMA_Value_t value = 0x8877665544332211u + me;
    const gex_RMA_Value_t kept = bytes == 8 ? value : value & (((gex_RMA_Value_t)1 << (8 * bytes)) - 1);
    memset(mine, 0xff, 16);
    meet();
    EXPECT_EQ(gex_RMA_PutBlockingVal(tm, after, theirs, value, bytes, 0), 0);
    EXPECT_EQ(gex_RMA_GetBlockingVal(tm, after, theirs, bytes, 0), kept);
    meet();
    EXPECT_EQ((unsigned char)mine[bytes], 0xff); /* nothing behind it was written */
    meet();
  }
}

/* As many operations under way as the specification promises. */
static void many(void) {
  enum { most = 65535 };
  gex_Event_t *const events = (gex_Event_t *)malloc(most * sizeof *events);
  for (int i = 0; i < most; ++i)
    events[i] = gex_RMA_PutNBVal(tm, after, theirs + (size_t)(i % 1000) * 4, (gex_RMA_Value_t)(i % 1000), 4, 0);
  gex_Event_WaitAll(events, most, 0);
  free(events);
  meet();
  for (int i = 0; i < 1000; ++i) {
    int value;
    memcpy(&value, mine + (size_t)i * 4, sizeof value);
    EXPECT_EQ(value, i);
  }
  meet();
}

static long resident(void) {
  long pages = 0, unused = 0;
  FILE *const file = fopen("/proc/self/statm", "r");
  EXPECT(file && fscanf(file, "%ld %ld", &unused, &pages) == 2);
  fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}

/* Puts whose sources are reused at once, and which nobody waits for yet, take a bounded amount of memory. */
static void reused_sources(void) {
  enum { puts = 3000, bytes = 32768 };
  static char source[bytes];
  gex_Event_t *const events = (gex_Event_t *)malloc(puts * sizeof *events);
  long before_all;
  fill(source, me, 0, bytes);
  gex_RMA_PutBlocking(tm, after, theirs, source, bytes, 0);
  before_all = resident();
  for (int i = 0; i < puts; ++i) {
    fill(source, me, i, 16);
    events[i] = gex_RMA_PutNB(tm, after, theirs + (i % 16) * bytes, source, bytes, GEX_EVENT_NOW, 0);
  }
  EXPECT(resident() - before_all < 48L << 20);
  gex_Event_WaitAll(events, puts, 0);
  free(events);
  meet();
  check(mine + (puts - 1) % 16 * bytes, before, puts - 1, 16);
  meet();
}

/* A client may wait for a message in a loop of any transfers and waits. */
static volatile int turn;
static void on_turn(gex_Token_t token) {
  (void)token;
  ++turn;
}
static void serve_while_waiting(void) {
  gex_AM_Entry_t entry;
  gex_Event_t events[2];
  int value = 0;
  memset(&entry, 0, sizeof entry);
  entry.gex_index = 200;
  entry.gex_fnptr = (gex_AM_Fn_t)on_turn;
  EXPECT_EQ(gex_EP_RegisterHandlers(ep, &entry, 1), GASNET_OK);
  meet();
  gex_AM_RequestShort0(tm, after, 200, 0);
  while (turn < 1) gex_Event_Wait(gex_RMA_GetNB(tm, &value, after, theirs, sizeof value, 0));
  meet();
  gex_AM_RequestShort0(tm, after, 200, 0);
  while (turn < 2) {
    EXPECT_EQ(gex_RMA_GetNBI(tm, &value, after, theirs, sizeof value, 0), 0);
    gex_NBI_Wait(GEX_EC_GET, 0);
  }
  meet();
  gex_AM_RequestShort0(tm, after, 200, 0);
  while (turn < 3) {
    events[0] = gex_RMA_GetNB(tm, &value, after, theirs, sizeof value, 0);
    events[1] = GEX_EVENT_INVALID;
    gex_Event_WaitAll(events, 2, 0);
  }
  meet();
}

int main(int argc, char **argv) {
  start(&argc, &argv);
  after = (me + 1) % n;
  before = (me + n - 1) % n;
  mine = (char *)gex_Segment_QueryAddr(segment);
  theirs = (char *)segment_of(after);
  blocking();
  with_events();
  without_events();
  values();
  many();
  reused_sources();
  serve_while_waiting();
  finish();
}
