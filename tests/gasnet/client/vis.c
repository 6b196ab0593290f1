/* Vector, indexed and strided puts and gets with the next rank, in every form, compared with copies byte by byte. */
#include "vis.h"

static gex_Rank_t partner;
static char *remote;                              /* the partner's area, as it names it */
static char *remote1;                             /* the same, for what must lie in another place */
static char local[AREA], before[AREA], expected[AREA], seen[AREA];
static struct Pieces to, from;
static gex_Memvec_t dest_list[MOST_PIECES], source_list[MOST_PIECES];
static gasnet_memvec_t dest_list1[MOST_PIECES], source_list1[MOST_PIECES];
static void *dest_addresses[MOST_PIECES], *source_addresses[MOST_PIECES];

static void fill(char *at, unsigned seed) {
  size_t i;
  for (i = 0; i < AREA; ++i) at[i] = (char)pattern(seed, i);
}

/* Begins a transfer: the partner's area and this rank's have known contents. */
static void prepare(unsigned seed) {
  fill(before, seed);
  gex_RMA_PutBlocking(team, partner, remote, before, AREA, 0);
  fill(local, seed + 1000);
}
static void expect_put(void) {
  gex_RMA_GetBlocking(team, seen, partner, remote, AREA, 0);
  EXPECT(memcmp(seen, expected, AREA) == 0);
}
static void expect_get(void) { EXPECT(memcmp(local, expected, AREA) == 0); }

/* Calls the form of a function that `how` names, and waits for it. */
#define CHECK_CALL(family, category, arguments, nb_arguments)           \
  do {                                                                  \
    switch (how) {                                                      \
      case kBlocking: EXPECT_EQ(family##Blocking arguments, 0); break;  \
      case kNb: gex_Event_Wait(family##NB nb_arguments); break;         \
      case kNbi:                                                        \
        EXPECT_EQ(family##NBI nb_arguments, 0);                         \
        gex_NBI_Wait(category, 0);                                      \
        break;                                                          \
      default:                                                          \
        gex_NBI_BeginAccessRegion(0);                                   \
        EXPECT_EQ(family##NBI arguments, 0);                            \
        EXPECT_EQ(family##NBI arguments, 0);                            \
        gex_Event_Wait(gex_NBI_EndAccessRegion(0));                     \
    }                                                                   \
  } while (0)
#define CHECK_CALL1(family, arguments)                                  \
  do {                                                                  \
    if (how == kBlocking) family##_bulk arguments;                      \
    else if (how == kNb) gex_Event_Wait(family##_nb_bulk arguments);    \
    else {                                                              \
      family##_nbi_bulk arguments;                                      \
      gex_NBI_Wait(GEX_EC_ALL, 0);                                      \
    }                                                                   \
  } while (0)
#define LC GEX_FLAG_ENABLE_LEAF_LC

static void test_vectors(enum How how, size_t total, size_t largest, unsigned seed) {
  make_pieces(&to, total, largest, 1);
  make_pieces(&from, total, largest, 0);

  prepare(seed);
  memcpy(expected, before, AREA);
  copy_pieces(&to, expected, &from, local);
  to_memvecs(&to, remote, dest_list);
  to_memvecs(&from, local, source_list);
  CHECK_CALL(gex_VIS_VectorPut, GEX_EC_PUT, (team, partner, to.count, dest_list, from.count, source_list, 0),
             (team, partner, to.count, dest_list, from.count, source_list, LC));
  expect_put();

  prepare(seed);
  to_memvecs1(&to, remote, dest_list1);
  to_memvecs1(&from, local, source_list1);
  CHECK_CALL1(gasnet_putv, (partner, to.count, dest_list1, from.count, source_list1));
  expect_put();

  prepare(seed);
  memcpy(expected, local, AREA);
  copy_pieces(&to, expected, &from, before);
  to_memvecs(&to, local, dest_list);
  to_memvecs(&from, remote, source_list);
  CHECK_CALL(gex_VIS_VectorGet, GEX_EC_GET, (team, to.count, dest_list, partner, from.count, source_list, 0),
             (team, to.count, dest_list, partner, from.count, source_list, 0));
  expect_get();

  prepare(seed);
  to_memvecs1(&to, local, dest_list1);
  to_memvecs1(&from, remote, source_list1);
  CHECK_CALL1(gasnet_getv, (to.count, dest_list1, partner, from.count, source_list1));
  expect_get();
}

/* `of` pieces of to_bytes, which are as many bytes as those of from_bytes. */
static void make_index(struct Pieces *pieces, size_t count, size_t bytes, int is_dest) {
  size_t i;
  pieces->count = count;
  for (i = 0; i < count; ++i) {
    pieces->bytes[i] = bytes;
    pieces->at[i] = is_dest ? (count - 1 - i) * (AREA / MOST_PIECES) : random_below(AREA - (uint32_t)bytes);
  }
}

static void test_indexed(enum How how, size_t to_count, size_t to_bytes, size_t from_count, size_t from_bytes, unsigned seed) {
  EXPECT(to_count * to_bytes == from_count * from_bytes && to_bytes <= AREA / MOST_PIECES);
  make_index(&to, to_count, to_bytes, 1);
  make_index(&from, from_count, from_bytes, 0);

  prepare(seed);
  memcpy(expected, before, AREA);
  copy_pieces(&to, expected, &from, local);
  to_addresses(&to, remote, dest_addresses);
  to_addresses(&from, local, source_addresses);
  CHECK_CALL(gex_VIS_IndexedPut, GEX_EC_PUT,
             (team, partner, to.count, dest_addresses, to_bytes, from.count, source_addresses, from_bytes, 0),
             (team, partner, to.count, dest_addresses, to_bytes, from.count, source_addresses, from_bytes, LC));
  expect_put();
  prepare(seed);
  CHECK_CALL1(gasnet_puti, (partner, to.count, dest_addresses, to_bytes, from.count, source_addresses, from_bytes));
  expect_put();

  prepare(seed);
  memcpy(expected, local, AREA);
  copy_pieces(&to, expected, &from, before);
  to_addresses(&to, local, dest_addresses);
  to_addresses(&from, remote, source_addresses);
  CHECK_CALL(gex_VIS_IndexedGet, GEX_EC_GET,
             (team, to.count, dest_addresses, to_bytes, partner, from.count, source_addresses, from_bytes, 0),
             (team, to.count, dest_addresses, to_bytes, partner, from.count, source_addresses, from_bytes, 0));
  expect_get();
  prepare(seed);
  CHECK_CALL1(gasnet_geti, (to.count, dest_addresses, to_bytes, partner, from.count, source_addresses, from_bytes));
  expect_get();
}

static void test_strided(enum How how, const struct Strided *s, unsigned seed) {
  size_t strides1[2][6], count1[7], i;
  int positive = 1;
  for (i = 0; i < s->levels; ++i) positive = positive && s->dest_strides[i] >= 0 && s->source_strides[i] >= 0;
  count1[0] = s->element;
  for (i = 0; i < s->levels; ++i) {
    strides1[0][i] = (size_t)s->dest_strides[i];
    strides1[1][i] = (size_t)s->source_strides[i];
    count1[i + 1] = s->count[i];
  }

  prepare(seed);
  memcpy(expected, before, AREA);
  copy_strided(s, expected, local);
  CHECK_CALL(gex_VIS_StridedPut, GEX_EC_PUT,
             (team, partner, remote + s->dest_at, s->dest_strides, local + s->source_at, s->source_strides, s->element,
              s->count, s->levels, 0),
             (team, partner, remote + s->dest_at, s->dest_strides, local + s->source_at, s->source_strides, s->element,
              s->count, s->levels, LC));
  expect_put();
  if (positive) {
    prepare(seed);
    CHECK_CALL1(gasnet_puts, (partner, remote + s->dest_at, strides1[0], local + s->source_at, strides1[1], count1, s->levels));
    expect_put();
  }

  prepare(seed);
  memcpy(expected, local, AREA);
  copy_strided(s, expected, before);
  CHECK_CALL(gex_VIS_StridedGet, GEX_EC_GET,
             (team, local + s->dest_at, s->dest_strides, partner, remote + s->source_at, s->source_strides, s->element,
              s->count, s->levels, 0),
             (team, local + s->dest_at, s->dest_strides, partner, remote + s->source_at, s->source_strides, s->element,
              s->count, s->levels, 0));
  expect_get();
  if (positive) {
    prepare(seed);
    CHECK_CALL1(gasnet_gets, (local + s->dest_at, strides1[0], partner, remote + s->source_at, strides1[1], count1, s->levels));
    expect_get();
  }
}

static const struct Strided kStrided[] = {
    {0, 5000, {0}, {0}, {0}, 3, 11},                                   /* contiguous */
    {1, 8, {500}, {24}, {16}, 0, 0},                                   /* a column */
    {1, 1, {1000}, {3}, {5}, 1, 2},                                    /* single bytes */
    {1, 8, {300}, {-16}, {8}, 300 * 16, 0},                            /* written backwards */
    {1, 4, {200}, {8}, {0}, 0, 40},                                    /* one element many times */
    {1, 4, {200}, {8}, {-4}, 0, 1000},                                 /* read backwards */
    {2, 16, {10, 20}, {16, 400}, {16, 300}, 0, 0},                     /* rows */
    {2, 4, {30, 40}, {4, 120}, {160, 4}, 0, 0},                        /* transposed */
    {3, 3, {4, 5, 6}, {3, 12, 60}, {6, 50, 1000}, 7, 9},               /* contiguous at one side */
    {4, 2, {3, 2, 3, 4}, {1000, -2, 20, 100}, {5, 400, 0, 77}, 10, 3}, /* everything */
    {2, 3000, {2, 3}, {3000, 9000}, {4000, 10000}, 0, 0},              /* large pieces */
    {2, 8, {1, 7}, {99, 8}, {99, 32}, 0, 0},                           /* a level of one */
    {2, 8, {0, 7}, {8, 8}, {8, 8}, 0, 0},                              /* nothing */
    {1, 0, {7}, {8}, {8}, 0, 0},                                       /* nothing */
};

/* ---- Completion at the partner ---- */

static gasnett_atomic_t completions = gasnett_atomic_init(0);
static char payload_seen[200], data_seen[4];
static size_t payload_bytes;

static void completed(gex_Token_t token, void *buffer, size_t bytes) {
  gex_Token_Info_t info;
  gex_Token_Info(token, &info, GEX_TI_SRCRANK);
  EXPECT_EQ(info.gex_srcrank, (me + ranks - 1) % ranks);
  memcpy(payload_seen, buffer, bytes);
  payload_bytes = bytes;
  data_seen[0] = segment_of(me)[AREA];
  data_seen[1] = segment_of(me)[AREA + 10];
  gasnett_atomic_increment(&completions, GASNETT_ATOMIC_REL);
}

static void test_peer_completion(gex_AM_Index_t handler, enum How how, size_t bytes) {
  const ptrdiff_t strides[2] = {10, 1};
  const size_t count[1] = {2};
  char payload[127];
  size_t i;
  const gasnett_atomic_val_t already = gasnett_atomic_read(&completions, 0);
  barrier();
  for (i = 0; i < bytes; ++i) payload[i] = (char)pattern(me, i);
  local[0] = (char)(me + how + 50);
  local[1] = (char)(me + how + 51);
  gex_VIS_SetPeerCompletionHandler(handler, payload, bytes, 0);
  if (how == kBlocking) gex_VIS_StridedPutBlocking(team, partner, remote1, strides, local, strides + 1, 1, count, 1, 0);
  else if (how == kNb) gex_Event_Wait(gex_VIS_StridedPutNB(team, partner, remote1, strides, local, strides + 1, 1, count, 1, 0));
  else {
    gex_VIS_StridedPutNBI(team, partner, remote1, strides, local, strides + 1, 1, count, 1, 0);
    gex_NBI_Wait(GEX_EC_PUT, 0);
  }
  /* Only the next put is armed, and not one that was disarmed. */
  gex_VIS_StridedPutBlocking(team, partner, remote1 + 100, strides, local, strides + 1, 1, count, 1, 0);
  gex_VIS_SetPeerCompletionHandler(handler, payload, bytes, 0);
  gex_VIS_SetPeerCompletionHandler(0, NULL, 0, 0);
  gex_VIS_StridedPutBlocking(team, partner, remote1 + 200, strides, local, strides + 1, 1, count, 1, 0);
  GASNET_BLOCKUNTIL(gasnett_atomic_read(&completions, GASNETT_ATOMIC_ACQ) == already + 1);
  {
    const gex_Rank_t sender = (me + ranks - 1) % ranks;
    EXPECT_EQ(payload_bytes, bytes);
    for (i = 0; i < bytes; ++i) EXPECT_EQ((unsigned char)payload_seen[i], pattern(sender, i));
    EXPECT_EQ(data_seen[0], (char)(sender + how + 50));
    EXPECT_EQ(data_seen[1], (char)(sender + how + 51));
  }
  barrier();
  EXPECT_EQ(gasnett_atomic_read(&completions, 0), already + 1);
  barrier();
  /* A put of nothing completes at the peer, too, and leaves nothing for the next one. */
  {
    const size_t nothing[1] = {0};
    gex_VIS_SetPeerCompletionHandler(handler, payload, bytes, 0);
    gex_VIS_StridedPutBlocking(team, partner, remote1, strides, local, strides + 1, 1, nothing, 1, 0);
    gex_VIS_StridedPutBlocking(team, me, remote1, strides, local, strides + 1, 1, nothing, 1, 0);
  }
  GASNET_BLOCKUNTIL(gasnett_atomic_read(&completions, GASNETT_ATOMIC_ACQ) == already + 2);
  barrier();
  EXPECT_EQ(gasnett_atomic_read(&completions, 0), already + 2);
}

/* Local completion by itself, and a team in another order. */
static void test_leaf_and_team(void) {
  gex_TM_t reversed = GEX_TM_INVALID;
  gex_Event_t put, leaf;
  const ptrdiff_t strides[1] = {16};
  const size_t count[1] = {100};
  struct Strided s = {1, 8, {100}, {16}, {16}, 0, 0};
  prepare(77);
  memcpy(expected, before, AREA);
  copy_strided(&s, expected, local);
  put = gex_VIS_StridedPutNB(team, partner, remote, strides, local, strides, 8, count, 1, LC);
  leaf = gex_Event_QueryLeaf(put, GEX_EC_LC);
  gex_Event_Wait(leaf);
  memset(local, 0, AREA);
  gex_Event_Wait(put);
  expect_put();
  gex_TM_Split(&reversed, team, 0, (int)(ranks - me), NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
  gex_VIS_StridedGetBlocking(reversed, seen, strides, ranks - 1 - partner, remote, strides, 8, count, 1, 0);
  EXPECT(memcmp(seen, expected, 8) == 0 && memcmp(seen + 16 * 99, expected + 16 * 99, 8) == 0);
  barrier();
  gex_TM_Destroy(reversed, NULL, 0);
}

int main(int argc, char **argv) {
  gex_EP_t endpoint;
  int how;
  size_t i;
  gex_AM_Entry_t entry;
  memset(&entry, 0, sizeof entry);
  entry.gex_fnptr = (gex_AM_Fn_t)completed;
  entry.gex_flags = GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REPLY;
  start(&argc, &argv, &endpoint);
  EXPECT_EQ(gex_EP_RegisterHandlers(endpoint, &entry, 1), GASNET_OK);
  partner = (me + 1) % ranks;
  remote = segment_of(partner);
  remote1 = remote + AREA;
  barrier();
  for (how = kBlocking; how < kHows; ++how) {
    test_vectors((enum How)how, 0, 10, 1);
    test_vectors((enum How)how, 3000, 20, 2);
    test_vectors((enum How)how, 30000, 300, 3);
    test_vectors((enum How)how, 50000, 9000, 4);
    test_indexed((enum How)how, 300, 8, 300, 8, 5);
    test_indexed((enum How)how, 100, 120, 50, 240, 6);
    test_indexed((enum How)how, 300, 100, 3, 10000, 7);
    test_indexed((enum How)how, 7, 0, 7, 0, 8);
    for (i = 0; i < sizeof kStrided / sizeof *kStrided; ++i) test_strided((enum How)how, &kStrided[i], (unsigned)(10 + i));
    if (how == kRegion) break;
    EXPECT(GEX_VIS_MAX_PEERCOMPLETION >= 127);
    test_peer_completion(entry.gex_index, (enum How)how, 127);
    test_peer_completion(entry.gex_index, (enum How)how, 0);
  }
  test_leaf_and_team();
  barrier();
  gasnet_exit(0);
  return 0;
}
