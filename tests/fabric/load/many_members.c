/* Collectives and teams of many members, whose counts and offsets no longer fit in the cells and receive buffers that
 * are enough for few members. */
#include <shmemx.h>

#include "expect.h"

enum { most = 6000, rounds = 2 };
static const size_t sizes[] = {1, 3, 40, 700, most};

static long value(int from, int to, size_t i, int round) { return ((long)from * 1000 + to) * 10000 + (long)i * 10 + round; }

static long *source, *dest;

/* 0 + 1 + .. + (n - 1). */
static long triangle(long n) { return n * (n - 1) / 2; }

static void fill(int me, size_t count, int round) {
  for (size_t i = 0; i < count; ++i) source[i] = value(me, 0, i, round);
}

static void combine(shmem_team_t team, size_t count, int round) {
  const int me = shmem_team_my_pe(team), n = shmem_team_n_pes(team);
  fill(me, count, round);
  shmem_team_sync(team);
  shmem_sum_reduce(team, dest, source, count);
  for (size_t i = 0; i < count; ++i) EXPECT_EQ(dest[i], triangle(n) * 10000000 + value(0, 0, i, round) * n);
  shmem_team_sync(team);
  shmem_sum_exscan(team, dest, source, count);
  for (size_t i = 0; i < count; ++i) EXPECT_EQ(dest[i], triangle(me) * 10000000 + value(0, 0, i, round) * me);
}

static void gather(shmem_team_t team, size_t count, int round) {
  const int me = shmem_team_my_pe(team), n = shmem_team_n_pes(team);
  fill(me, count, round);
  shmem_team_sync(team);
  shmem_fcollect(team, dest, source, count);
  for (int pe = 0; pe < n; ++pe)
    for (size_t i = 0; i < count; ++i) EXPECT_EQ(dest[(size_t)pe * count + i], value(pe, 0, i, round));
  shmem_team_sync(team);
  shmem_collect(team, dest, source, me % 3 == 0 ? 0 : count); /* some bring nothing */
  const long* at = dest;
  for (int pe = 0; pe < n; ++pe)
    for (size_t i = 0; pe % 3 != 0 && i < count; ++i) EXPECT_EQ(*at++, value(pe, 0, i, round));
}

/* One word to even members, two to odd ones, at places that differ from pair to pair. */
static void exchange(shmem_team_t team, int round) {
  const int me = shmem_team_my_pe(team), n = shmem_team_n_pes(team);
  size_t counts[n], from[n], to[n];
  for (int pe = 0; pe < n; ++pe) {
    counts[pe] = sizeof(long) * (1 + (size_t)pe % 2);
    from[pe] = sizeof(long) * 2 * (size_t)pe;
    to[pe] = sizeof(long) * 2 * (size_t)(n - 1 - pe);
    for (size_t i = 0; i < 2; ++i) source[2 * pe + (int)i] = value(me, pe, i, round);
  }
  memset(dest, 0, sizeof(long) * 2 * (size_t)n);
  shmem_team_sync(team);
  EXPECT_EQ(shmemx_alltoallvmem(team, dest, to, source, from, counts), 0);
  for (int pe = 0; pe < n; ++pe)
    for (size_t i = 0; i < 2; ++i)
      EXPECT_EQ(dest[2 * (n - 1 - pe) + (int)i], i < 1 + (size_t)me % 2 ? value(pe, me, i, round) : 0);
}

static void check(shmem_team_t team, int round) {
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
    combine(team, sizes[s], round);
    gather(team, sizes[s], round);
    exchange(team, round);
    shmem_team_sync(team);
  }
}

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  source = shmem_malloc(sizeof(long) * most * (size_t)n);
  dest = shmem_malloc(sizeof(long) * most * (size_t)n);
  for (int round = 0; round < rounds; ++round) {
    check(SHMEM_TEAM_WORLD, round);
    shmem_team_t others;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 1, 1, n - 1, NULL, 0, &others);
    EXPECT_EQ(shmem_team_my_pe(others), me == 0 ? -1 : me - 1);
    if (me != 0) {
      EXPECT_EQ(shmem_team_n_pes(others), n - 1);
      check(others, round);
      shmem_team_destroy(others);
    }
    shmem_barrier_all();
  }
  shmem_finalize();
  return 0;
}
