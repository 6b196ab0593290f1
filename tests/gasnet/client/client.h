/* The frame of programs that are GASNet-EX clients: a team, a segment of every rank, and checks that end the whole job. */
#ifndef TESTS_GASNET_CLIENT_H
#define TESTS_GASNET_CLIENT_H

#include <gasnetex.h>
#include <gasnet_tools.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEGMENT_BYTES ((uintptr_t)4 << 20)

static gex_TM_t team;
static gex_Rank_t me, ranks;

#define EXPECT(condition)                                                                                         \
  do {                                                                                                            \
    if (!(condition)) {                                                                                           \
      fprintf(stderr, "rank %u: %s:%d: (%s) does not hold\n", (unsigned)me, __FILE__, __LINE__, #condition);      \
      gasnet_exit(1);                                                                                             \
    }                                                                                                             \
  } while (0)
/* Compares integers of any type. */
#define EXPECT_EQ(seen, expected)                                                                                 \
  do {                                                                                                            \
    const long long seen_value = (long long)(seen), expected_value = (long long)(expected);                       \
    if (seen_value != expected_value) {                                                                           \
      fprintf(stderr, "rank %u: %s:%d: %s is %lld, expected %lld\n", (unsigned)me, __FILE__, __LINE__, #seen,     \
              seen_value, expected_value);                                                                        \
      gasnet_exit(1);                                                                                             \
    }                                                                                                             \
  } while (0)

GASNETT_INLINE(segment_of)
char *segment_of(gex_Rank_t rank) {
  void *address = NULL;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(team, rank, &address, NULL, NULL, 0));
  return (char *)address;
}

GASNETT_INLINE(barrier)
void barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(team, 0)); }

GASNETT_INLINE(start)
void start(int *argc, char ***argv, gex_EP_t *endpoint) {
  gex_Client_t client;
  gex_Segment_t segment;
  if (gex_Client_Init(&client, endpoint, &team, "TEST", argc, argv, 0) != GASNET_OK) exit(1);
  me = gex_TM_QueryRank(team);
  ranks = gex_TM_QuerySize(team);
  EXPECT_EQ(gex_Segment_Attach(&segment, team, SEGMENT_BYTES), GASNET_OK);
}

/* A byte of data that every rank can compute. */
GASNETT_INLINE(pattern)
unsigned char pattern(unsigned seed, size_t at) { return (unsigned char)(seed * 131 + at * 7 + (at >> 8) * 3 + 1); }

#endif
