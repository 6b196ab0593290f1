/* The collectives of GASNet-1, with all flags of synchronisation, and the codes of GASNet-EX as text. */
#include "client.h"

#include <gasnet_coll.h>

static const int kFlags[] = {
    GASNET_COLL_LOCAL | GASNET_COLL_IN_NOSYNC | GASNET_COLL_OUT_NOSYNC | GASNET_COLL_SRC_IN_SEGMENT,
    GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_DST_IN_SEGMENT,
    GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC,
};
static const size_t kSizes[] = {0, 1, 24, 5000, 70000};

static gasnet_team_handle_t over;
static gasnet_image_t mine, images;
static unsigned char *source, *dest;

/* Block `to` of what member `from` has. */
static unsigned seed_of(gasnet_image_t from, gasnet_image_t to, size_t bytes) { return from * 977 + to * 31 + (unsigned)bytes; }
static void fill(unsigned char *at, size_t bytes, unsigned seed) {
  size_t i;
  for (i = 0; i < bytes; ++i) at[i] = pattern(seed, i);
}
static void expect_block(const unsigned char *at, size_t bytes, unsigned seed) {
  size_t i;
  for (i = 0; i < bytes; ++i) EXPECT_EQ(at[i], pattern(seed, i));
}
static void prepare(size_t bytes) {
  gasnet_image_t i;
  for (i = 0; i < images; ++i) fill(source + i * bytes, bytes, seed_of(mine, i, bytes));
  memset(dest, 0xee, images * bytes + 1);
  gex_Event_Wait(gex_Coll_BarrierNB(over, 0));
}
/* With the barrier on both sides no synchronisation is too weak for these checks. */
static void settle(size_t bytes) {
  gex_Event_Wait(gex_Coll_BarrierNB(over, 0));
  EXPECT_EQ(dest[images * bytes], 0xee);
}

static void try_all(size_t bytes, gasnet_image_t root, int flags, int nb) {
  gasnet_image_t i;
  prepare(bytes);
  if (nb) gasnet_coll_wait_sync(gasnet_coll_broadcast_nb(over, dest, root, mine == root ? source : NULL, bytes, flags));
  else gasnet_coll_broadcast(over, dest, root, mine == root ? source : NULL, bytes, flags);
  settle(bytes);
  expect_block(dest, bytes, seed_of(root, 0, bytes));

  prepare(bytes);
  if (nb) {
    gasnet_coll_handle_t handle = gasnet_coll_scatter_nb(over, dest, root, mine == root ? source : NULL, bytes, flags);
    while (gasnet_coll_try_sync(handle) != GASNET_OK) continue;
  } else {
    gasnet_coll_scatter(over, dest, root, mine == root ? source : NULL, bytes, flags);
  }
  settle(bytes);
  expect_block(dest, bytes, seed_of(root, mine, bytes));

  prepare(bytes);
  if (nb) {
    gasnet_coll_handle_t handle = gasnet_coll_gather_nb(over, root, mine == root ? dest : NULL, source, bytes, flags);
    gasnet_coll_wait_sync_all(&handle, 1);
    EXPECT(handle == GASNET_COLL_INVALID_HANDLE);
  } else {
    gasnet_coll_gather(over, root, mine == root ? dest : NULL, source, bytes, flags);
  }
  settle(bytes);
  if (mine == root)
    for (i = 0; i < images; ++i) expect_block(dest + i * bytes, bytes, seed_of(i, 0, bytes));

  prepare(bytes);
  if (nb) {
    gasnet_coll_handle_t handle = gasnet_coll_gather_all_nb(over, dest, source, bytes, flags);
    gasnet_coll_wait_sync_some(&handle, 1);
    EXPECT_EQ(gasnet_coll_try_sync_all(&handle, 1), GASNET_OK);
    EXPECT_EQ(gasnet_coll_try_sync_some(&handle, 1), GASNET_OK);
  } else {
    gasnet_coll_gather_all(over, dest, source, bytes, flags);
  }
  settle(bytes);
  for (i = 0; i < images; ++i) expect_block(dest + i * bytes, bytes, seed_of(i, 0, bytes));

  prepare(bytes);
  if (nb) gasnet_coll_wait_sync(gasnet_coll_exchange_nb(over, dest, source, bytes, flags));
  else gasnet_coll_exchange(over, dest, source, bytes, flags);
  settle(bytes);
  for (i = 0; i < images; ++i) expect_block(dest + i * bytes, bytes, seed_of(i, mine, bytes));
}

/* Many at a time, which are waited for in another order. */
static void try_many(void) {
  gasnet_coll_handle_t handles[20];
  size_t i;
  gasnet_image_t m;
  prepare(8);
  for (i = 0; i < 20; ++i)
    handles[i] = gasnet_coll_gather_all_nb(over, dest + i * images * 8, source + i % images * 8, 8,
                                           GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC);
  for (i = 20; i-- > 0;) {
    gasnet_coll_wait_sync(handles[i]);
    for (m = 0; m < images; ++m)
      expect_block(dest + (i * images + m) * 8, 8, seed_of(m, (gasnet_image_t)(i % images), 8));
  }
}

/* Nobody's data is touched before all have begun (IN_ALLSYNC), nor is a rank done before all are (OUT_ALLSYNC). */
static void try_all_sync(void) {
  const gex_Rank_t next = (me + 1) % ranks;
  int round;
  EXPECT(over == team);
  for (round = 0; round < 20; ++round) {
    const unsigned value = (unsigned)(round * 1000) + next;
    unsigned seen = 0;
    /* Each rank's source comes from the rank before it, after which only the collective synchronises. */
    gex_RMA_PutBlocking(team, next, segment_of(next), &value, sizeof value, 0);
    gasnet_coll_gather_all(over, segment_of(me) + 64, segment_of(me), sizeof value,
                           GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC);
    /* The next rank's result is there, too. */
    gex_RMA_GetBlocking(team, &seen, next, segment_of(next) + 64 + me * sizeof value, sizeof seen, 0);
    EXPECT_EQ(seen, (unsigned)(round * 1000) + me);
    barrier();
  }
}

/* The root's own result, too, is written only when all have begun: until then the last rank sees what was there. */
static void try_late_root(void) {
  const gex_Rank_t last = ranks - 1;
  unsigned *const words = (unsigned *)segment_of(me), seen = 0;
  words[0] = 7;
  words[1] = 42;
  barrier();
  if (me == last && last > 0) {
    gasnett_nsleep(50000000);
    gex_RMA_GetBlocking(team, &seen, 0, segment_of(0), sizeof seen, 0);
    EXPECT_EQ(seen, 7);
  }
  gasnet_coll_broadcast(over, words, 0, words + 1, sizeof *words, GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC);
  EXPECT_EQ(words[0], 42);
  barrier();
}

static void test_barriers(gasnet_team_handle_t t) {
  int i;
  for (i = 0; i < 10; ++i) {
    gasnet_coll_barrier_notify(t, i, 0);
    EXPECT_EQ(gasnet_coll_barrier_wait(t, i, 0), GASNET_OK);
    gasnet_coll_barrier_notify(t, 0, GASNET_BARRIERFLAG_ANONYMOUS);
    while (gasnet_coll_barrier_try(t, 0, GASNET_BARRIERFLAG_ANONYMOUS) == GASNET_ERR_NOT_READY) continue;
    EXPECT_EQ(gasnet_coll_barrier(t, 0, GASNET_BARRIERFLAG_UNNAMED), GASNET_OK);
  }
}

static void test_formats(void) {
  char text[2048];
  gex_Memvec_t list[2];
  void *addresses[2];
  const ptrdiff_t strides[1] = {-16};
  const size_t count[1] = {3};
  size_t total = 0;
  list[0].gex_addr = addresses[0] = source;
  list[0].gex_len = 10;
  list[1].gex_addr = addresses[1] = dest;
  list[1].gex_len = 5;
  EXPECT_EQ(gasnett_format_ti(NULL, GEX_TI_SRCRANK | GEX_TI_IS_LONG), 30);
  EXPECT_EQ(gasnett_format_ti(text, GEX_TI_SRCRANK | GEX_TI_IS_LONG), 30);
  EXPECT(strcmp(text, "GEX_TI_SRCRANK|GEX_TI_IS_LONG") == 0);
  gasnett_format_dt(text, GEX_DT_FLT);
  EXPECT(strcmp(text, "GEX_DT_FLT") == 0);
  gasnett_format_op(text, GEX_OP_ADD | GEX_OP_FCAS);
  EXPECT(strcmp(text, "GEX_OP_ADD|GEX_OP_FCAS") == 0);
  gasnett_format_op(text, 0);
  EXPECT(strcmp(text, "0") == 0);
  EXPECT(gasnett_format_memveclist_bufsz(2) <= sizeof text && gasnett_format_addrlist_bufsz(2) <= sizeof text);
  EXPECT(strstr(gasnett_format_memveclist(text, 2, list), "2 entries, 15 bytes:") == text);
  EXPECT(strstr(gasnett_format_addrlist(text, 2, addresses, 4), "2 entries of 4 bytes:") == text);
  EXPECT(gasnett_format_putsgets_bufsz(1) <= sizeof text);
  EXPECT(strstr(gasnett_format_putsgets(text, &total, team, me, dest, strides, source, strides, 8, count, 1),
                "3 x (-16, -16)") != NULL);
  EXPECT_EQ(total, 24);
}

int main(int argc, char **argv) {
  gex_EP_t endpoint;
  gex_AM_Entry_t *handlers;
  int n_handlers;
  gasnet_team_handle_t halves;
  size_t s, f;
  gasnett_diagnostic_gethandlers(&handlers, &n_handlers);
  start(&argc, &argv, &endpoint);
  EXPECT_EQ(gex_EP_RegisterHandlers(endpoint, handlers, (size_t)n_handlers), GASNET_OK);
  barrier();
  gasnet_coll_init(NULL, 0, NULL, 0, 0);
  gasnet_coll_loadTuningState(NULL, GASNET_TEAM_ALL);
  EXPECT(GASNET_TEAM_ALL == team);
  source = (unsigned char *)malloc(ranks * 70000 + 1);
  dest = (unsigned char *)malloc(ranks * 70000 + 1);

  halves = gasnet_coll_team_split(GASNET_TEAM_ALL, me % 2, me, NULL, 0);
  for (over = GASNET_TEAM_ALL;; over = halves) {
    images = gasnet_coll_team_size(over);
    mine = gasnet_coll_team_node2rank(over, me);
    EXPECT_EQ(gasnet_coll_team_rank2node(over, mine), me);
    for (s = 0; s < sizeof kSizes / sizeof *kSizes; ++s)
      for (f = 0; f < sizeof kFlags / sizeof *kFlags; ++f)
        try_all(kSizes[s], (gasnet_image_t)((s + f) % images), kFlags[f], (s + f) % 2);
    try_many();
    if (over == team) try_all_sync();
    if (over == team) try_late_root();
    test_barriers(over);
    if (over == halves) break;
  }
  EXPECT_EQ(images, (ranks + 1 - me % 2) / 2);
  test_formats();
  /* Rank 0 alone reports what it reads from the environment. */
  gasnett_setenv("GASNET_VERBOSEENV", "1");
  EXPECT_EQ(gasnett_verboseenv(), me == 0);
  EXPECT_EQ(gasnett_run_diagnostics(20, 3, NULL, team, segment_of(me), (me + 1) % ranks, segment_of((me + 1) % ranks), 7), 0);
  gasnet_coll_dumpTuningState(NULL, GASNET_TEAM_ALL);
  gasnet_coll_dumpProfile(NULL, GASNET_TEAM_ALL);
  barrier();
  free(source);
  free(dest);
  gasnet_exit(0);
  return 0;
}
