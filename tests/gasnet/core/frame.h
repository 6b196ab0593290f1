/* The frame of programs with a job: start, end, and checks. A failed check ends the job with its place. */
#ifndef TESTS_GASNET_CORE_FRAME_H
#define TESTS_GASNET_CORE_FRAME_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                                                                    \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      fprintf(stderr, "%s:%d: rank %d: (%s) does not hold\n", __FILE__, __LINE__,                            \
              (int)gex_System_QueryJobRank(), #condition);                                                   \
      gasnet_exit(1);                                                                                        \
    }                                                                                                        \
  } while (0)
#define EXPECT_EQ(seen, expected)                                                                            \
  do {                                                                                                       \
    const long long seen_value = (long long)(seen), expected_value = (long long)(expected);                  \
    if (seen_value != expected_value) {                                                                      \
      fprintf(stderr, "%s:%d: rank %d: %s is %lld, expected %lld\n", __FILE__, __LINE__,                     \
              (int)gex_System_QueryJobRank(), #seen, seen_value, expected_value);                            \
      gasnet_exit(1);                                                                                        \
    }                                                                                                        \
  } while (0)

#define SEGMENT_BYTES ((uintptr_t)4 << 20)

static gex_Client_t client;
static gex_EP_t ep;
static gex_TM_t tm;
static gex_Segment_t segment;
static gex_Rank_t me, n;

static void meet(void) { EXPECT_EQ(gasnet_barrier(0, GASNET_BARRIERFLAG_ANONYMOUS), GASNET_OK); }

/* Where a rank's segment is, at its owner. */
__attribute__((__unused__)) static void *segment_of(gex_Rank_t rank) {
  void *address = NULL;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, rank, &address, NULL, NULL, 0));
  return address;
}

__attribute__((__unused__)) static void finish(void) {
  meet();
  gasnet_exit(0);
}

#ifndef _INCLUDED_GASNET_H
__attribute__((__unused__)) static void start(int *argc, char ***argv) {
  EXPECT_EQ(gex_Client_Init(&client, &ep, &tm, "TEST", argc, argv, 0), GASNET_OK);
  EXPECT_EQ(gex_Segment_Attach(&segment, tm, SEGMENT_BYTES), GASNET_OK);
  me = gex_TM_QueryRank(tm);
  n = gex_TM_QuerySize(tm);
}

/* The handlers 200 and 201, which take the same number of arguments. */
__attribute__((__unused__)) static void register_pair(gex_AM_Fn_t request, gex_AM_Fn_t reply, unsigned arguments) {
  gex_AM_Entry_t entries[2];
  memset(entries, 0, sizeof entries);
  entries[0].gex_index = 200;
  entries[0].gex_fnptr = request;
  entries[1].gex_index = 201;
  entries[1].gex_fnptr = reply;
  entries[0].gex_nargs = entries[1].gex_nargs = arguments;
  EXPECT_EQ(gex_EP_RegisterHandlers(ep, entries, 2), GASNET_OK);
}
#endif

#endif
