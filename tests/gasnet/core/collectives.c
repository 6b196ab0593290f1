/* Teams and collectives of GASNet-EX, and the rules of the named barrier. */
#include <gasnetex.h>

#include "frame.h"

enum { most = 50000 };

static void barrier_names(void) {
  int id;
  const int elsewhere = me == n - 1;
  EXPECT_EQ(gasnet_barrier(17, 0), GASNET_OK);
  EXPECT_EQ(gasnet_barrier_result(&id), 0);
  EXPECT_EQ(id, 17);
  gasnet_barrier_notify(5, elsewhere ? GASNET_BARRIERFLAG_ANONYMOUS : 0); /* matches any name */
  EXPECT_EQ(gasnet_barrier_wait(5, elsewhere ? GASNET_BARRIERFLAG_ANONYMOUS : 0), GASNET_OK);
  EXPECT_EQ(gasnet_barrier(0, GASNET_BARRIERFLAG_UNNAMED), GASNET_OK);
  EXPECT(gasnet_barrier_result(&id) != 0);
  EXPECT_EQ(gasnet_barrier(0, elsewhere ? GASNET_BARRIERFLAG_MISMATCH : 0), GASNET_ERR_BARRIER_MISMATCH);
  gasnet_barrier_notify(3, 0);
  EXPECT_EQ(gasnet_barrier_wait(4, 0), GASNET_ERR_BARRIER_MISMATCH);
  if (n > 1) EXPECT_EQ(gasnet_barrier(elsewhere, 0), GASNET_ERR_BARRIER_MISMATCH);
  gasnet_barrier_notify(8, 0);
  for (;;) {
    const int result = gasnet_barrier_try(8, 0);
    if (result == GASNET_OK) break;
    EXPECT_EQ(result, GASNET_ERR_NOT_READY);
  }
}

/* A loop of polls lets ranks run that share its core: else each barrier takes time slices. */
static void polling_loops(void) {
  const gasnett_tick_t begin = gasnett_ticks_now();
  for (int i = 0; i < 100; ++i) {
    gasnet_barrier_notify(i, 0);
    while (gasnet_barrier_try(i, 0) == GASNET_ERR_NOT_READY) continue;
  }
  EXPECT(gasnett_ticks_to_ns(gasnett_ticks_now() - begin) < 2000000000u);
}

/* y = 3 x + y by ranks in order: does not commute, and is checked against a loop. */
static void affine(const void *lower, void *higher, size_t count, const void *data) {
  const long *const x = (const long *)lower;
  long *const y = (long *)higher;
  EXPECT(data == &client);
  for (size_t i = 0; i < count; i += 2) { /* pairs: (a, b) stands for v -> a v + b */
    const long a = x[i] * y[i], b = y[i] * x[i + 1] + y[i + 1];
    y[i] = a;
    y[i + 1] = b;
  }
}

/* To any member, as large as to the one that takes least. */
static void largest_medium(gex_TM_t team) {
  size_t least = (size_t)-1;
  for (gex_Rank_t r = 0; r < gex_TM_QuerySize(team); ++r) {
    const size_t one = gex_AM_MaxRequestMedium(team, r, GEX_EVENT_NOW, 0, 0);
    if (one < least) least = one;
  }
  EXPECT_EQ(gex_AM_MaxRequestMedium(team, GEX_RANK_INVALID, GEX_EVENT_NOW, 0, 0), least);
}

static void on_team(gex_TM_t team) {
  largest_medium(team);
  static int32_t numbers[most], sums[most];
  static char text[most];
  const gex_Rank_t rank = gex_TM_QueryRank(team), size = gex_TM_QuerySize(team);
  gex_Event_t events[6];
  long map[2], all[2], expected[2] = {1, 0};
  double real = rank + 0.5, real_max = 0;
  uint64_t bits = (uint64_t)1 << (rank % 60), bits_or = 0;
  for (gex_Rank_t root = 0; root < size; root += (size > 2 ? size - 1 : 1)) {
    for (int i = 0; i < most; ++i) numbers[i] = (int32_t)(rank * 3) + i;
    for (size_t i = 0; i < most; ++i) text[i] = (char)(rank == root ? i * 3 + root : 0);
    map[0] = 2;
    map[1] = (long)rank;
    memset(sums, 0, sizeof sums);
    /* All under way at once, on one team. */
    events[0] = gex_Coll_BroadcastNB(team, root, text, text, most, 0);
    events[1] = gex_Coll_ReduceToOneNB(team, root, sums, numbers, GEX_DT_I32, 4, most, GEX_OP_ADD, NULL, NULL, 0);
    events[2] = gex_Coll_BarrierNB(team, 0);
    events[3] = gex_Coll_ReduceToAllNB(team, all, map, GEX_DT_USER, sizeof(long), 2, GEX_OP_USER_NC, affine, &client, 0);
    events[4] = gex_Coll_ReduceToAllNB(team, &real_max, &real, GEX_DT_DBL, 8, 1, GEX_OP_MAX, NULL, NULL, 0);
    events[5] = gex_Coll_ReduceToAllNB(team, &bits_or, &bits, GEX_DT_U64, 8, 1, GEX_OP_OR, NULL, NULL, 0);
    gex_Event_WaitAll(events, 6, 0);
    for (size_t i = 0; i < most; ++i) EXPECT_EQ(text[i], (char)(i * 3 + root));
    if (rank == root)
      for (int i = 0; i < most; ++i) EXPECT_EQ(sums[i], size * (size - 1) / 2 * 3 + (unsigned)i * size);
    expected[0] = 1;
    expected[1] = 0;
    for (gex_Rank_t r = 0; r < size; ++r) {
      expected[0] *= 2;
      expected[1] = 2 * expected[1] + (long)r;
    }
    EXPECT_EQ(all[0], expected[0]);
    EXPECT_EQ(all[1], expected[1]);
    EXPECT(real_max == size - 0.5);
    EXPECT_EQ(bits_or, (((uint64_t)1 << (size - 1)) << 1) - 1);
  }
  gex_Coll_BarrierBlocking(team, 0);
}

static void teams(void) {
  static char scratch[4096];
  gex_TM_t half = GEX_TM_INVALID, reversed = GEX_TM_INVALID, created = GEX_TM_INVALID;
  gex_EP_Location_t members[2];
  gex_Addr_t addresses[1];
  gex_Memvec_t given;
  const size_t bytes = gex_TM_Split(&half, tm, 0, 0, NULL, 0, GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED);
  EXPECT(bytes > 0 && bytes <= sizeof scratch);
  gex_TM_Split(&half, tm, (int)(me % 2), (int)me, scratch, bytes, 0);
  EXPECT_EQ(gex_TM_QueryRank(half), me / 2);
  EXPECT_EQ(gex_TM_QuerySize(half), (n + (me % 2 == 0)) / 2);
  EXPECT_EQ(gex_TM_TranslateRankToJobrank(half, me / 2), me);
  EXPECT_EQ(gex_TM_TranslateJobrankToRank(half, me), me / 2);
  if (n > 1) EXPECT_EQ(gex_TM_TranslateJobrankToRank(half, me ^ 1), GEX_RANK_INVALID);
  on_team(half);
  EXPECT_EQ(gex_TM_Destroy(half, &given, 0), 1);
  EXPECT(given.gex_addr == scratch);
  /* Without this rank, if it is the last; the others in reverse. */
  gex_TM_Split(me + 1 == n && n > 1 ? NULL : &reversed, tm, 1, -(int)me, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
  if (reversed != GEX_TM_INVALID) {
    EXPECT_EQ(gex_TM_QueryRank(reversed), gex_TM_QuerySize(reversed) - 1 - me);
    on_team(reversed);
    EXPECT_EQ(gex_TM_Destroy(reversed, &given, GEX_FLAG_GLOBALLY_QUIESCED), 0);
  }
  /* Pairs of ranks, named by their places in all; an odd one out makes none. */
  members[0].gex_rank = me | 1;
  members[1].gex_rank = me & ~(gex_Rank_t)1;
  members[0].gex_ep_index = members[1].gex_ep_index = 0;
  addresses[0] = scratch;
  gex_TM_Create(&created, 1, tm, members, (me | 1) < n ? 2 : 0, addresses, bytes,
                GEX_FLAG_RANK_IS_JOBRANK | GEX_FLAG_TM_LOCAL_SCRATCH);
  if ((me | 1) < n) {
    EXPECT_EQ(gex_TM_QueryRank(created), !(me & 1));
    on_team(created);
    gex_TM_Destroy(created, NULL, 0);
  }
}

int main(int argc, char **argv) {
  start(&argc, &argv);
  for (int i = 0; i < 20; ++i) barrier_names();
  polling_loops();
  on_team(tm);
  teams();
  finish();
}
