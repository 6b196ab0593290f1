/* Collectives with source and destination in device and host memory, in any mix, over several teams. Oracles are
 * computed from the members' patterns. */
#include "places.h"

enum { most = 16384, teams_tried = 3 };
static const size_t counts[] = {1, 5, 64, 1000, most};

static uint64_t *sources[2], *dests[2]; /* on the device, on the heap */
static uint64_t *mine, *seen, *expected;

static uint64_t value(uint64_t seed, int pe, size_t i) { return pattern(seed, pe, 3, i); }

static void fill_source(int place, uint64_t seed, size_t count) {
  for (size_t i = 0; i < count; ++i) mine[i] = value(seed, me, i);
  set(sources[place], place, mine, count * 8);
}
static void clear_dest(int place, size_t count) {
  memset(seen, 0x55, count * 8);
  set(dests[place], place, seen, count * 8);
}
static void expect_dest(int place, size_t count) {
  look(seen, dests[place], place, count * 8);
  EXPECT_SAME(seen, expected, count * 8);
}
static int world(shmem_team_t team, int member) { return shmem_team_translate_pe(team, member, SHMEM_TEAM_WORLD); }

static void moves(shmem_team_t team, int from, int to, size_t count, uint64_t seed) {
  const int size = shmem_team_n_pes(team), rank = shmem_team_my_pe(team);
  fill_source(from, seed, count * (size_t)size);

  const int root = (int)(seed % (uint64_t)size);
  clear_dest(to, count);
  shmem_team_sync(team);
  shmem_uint64_broadcast(team, dests[to], sources[from], count, root);
  for (size_t i = 0; i < count; ++i) expected[i] = value(seed, world(team, root), i);
  expect_dest(to, count);

  clear_dest(to, count * (size_t)size);
  shmem_team_sync(team);
  shmem_uint64_fcollect(team, dests[to], sources[from], count);
  for (int pe = 0; pe < size; ++pe)
    for (size_t i = 0; i < count; ++i) expected[(size_t)pe * count + i] = value(seed, world(team, pe), i);
  expect_dest(to, count * (size_t)size);

  /* each as many as its number says, at most */
  clear_dest(to, count * (size_t)size);
  shmem_team_sync(team);
  const size_t own = count * (size_t)rank / (size_t)size;
  shmem_uint64_collect(team, dests[to], own > 0 ? sources[from] : NULL, own); /* who has nothing needs no source */
  size_t at = 0;
  for (int pe = 0; pe < size; ++pe)
    for (size_t i = 0; i < count * (size_t)pe / (size_t)size; ++i) expected[at++] = value(seed, world(team, pe), i);
  expect_dest(to, at);

  clear_dest(to, count * (size_t)size);
  shmem_team_sync(team);
  shmem_uint64_alltoall(team, dests[to], sources[from], count);
  for (int pe = 0; pe < size; ++pe)
    for (size_t i = 0; i < count; ++i)
      expected[(size_t)pe * count + i] = value(seed, world(team, pe), (size_t)rank * count + i);
  expect_dest(to, count * (size_t)size);

  const size_t some = count / 3 + 1; /* every second place */
  if (count > 4) {
    clear_dest(to, 2 * some * (size_t)size);
    shmem_team_sync(team);
    shmem_uint64_alltoalls(team, dests[to], sources[from], 2, 1, some);
    memset(expected, 0x55, 2 * some * (size_t)size * 8);
    for (int pe = 0; pe < size; ++pe)
      for (size_t i = 0; i < some; ++i)
        expected[((size_t)pe * some + i) * 2] = value(seed, world(team, pe), (size_t)rank * some + i);
    expect_dest(to, 2 * some * (size_t)size);
  }
  shmem_team_sync(team);
}

/* Small whole numbers: sums and products of all types are exact. */
static int small(uint64_t seed, int pe, size_t i) { return (int)(value(seed, pe, i) % 7) + 1; }

#define CHECK_REDUCE(name, type, operation, combine)                                                         \
  static void check_##name##_##operation(shmem_team_t team, int from, int to, size_t count, uint64_t seed) { \
    const int size = shmem_team_n_pes(team);                                                                 \
    type *in = (type*)mine, *wanted = (type*)expected;                                                       \
    for (size_t i = 0; i < count; ++i) in[i] = (type)small(seed, me, i);                                     \
    set(sources[from], from, in, count * sizeof(type));                                                      \
    clear_dest(to, count);                                                                                   \
    shmem_team_sync(team);                                                                                   \
    shmem_##name##_##operation##_reduce(team, (type*)dests[to], (type*)sources[from], count);                \
    for (size_t i = 0; i < count; ++i) {                                                                     \
      type a = (type)small(seed, world(team, 0), i);                                                         \
      for (int pe = 1; pe < size; ++pe) {                                                                    \
        const type b = (type)small(seed, world(team, pe), i);                                                \
        a = (type)(combine);                                                                                 \
      }                                                                                                      \
      wanted[i] = a;                                                                                         \
    }                                                                                                        \
    look(seen, dests[to], to, count * sizeof(type));                                                         \
    for (size_t i = 0; i < count; ++i) EXPECT(((type*)seen)[i] == wanted[i]);                                \
    shmem_team_sync(team);                                                                                   \
    if (from == to) { /* in place */                                                                         \
      shmem_##name##_##operation##_reduce(team, (type*)sources[from], (type*)sources[from], count);          \
      look(seen, sources[from], from, count * sizeof(type));                                                 \
      for (size_t i = 0; i < count; ++i) EXPECT(((type*)seen)[i] == wanted[i]);                              \
    }                                                                                                        \
    shmem_team_sync(team);                                                                                   \
  }
#define ARITHMETIC(DO, name, type) \
  DO(name, type, sum, a + b)       \
  DO(name, type, prod, a* b) DO(name, type, min, b < a ? b : a) DO(name, type, max, b > a ? b : a)
#define BITS(DO, name, type) DO(name, type, and, a& b) DO(name, type, or, a | b) DO(name, type, xor, a ^ b)
#define ALL_REDUCTIONS(DO)                                                                                            \
  ARITHMETIC(DO, short, short)                                                                                        \
  ARITHMETIC(DO, int, int)                                                                                            \
  ARITHMETIC(DO, long, long)                                                                                          \
  ARITHMETIC(DO, float, float)                                                                                        \
  ARITHMETIC(DO, double, double) ARITHMETIC(DO, longdouble, long double) ARITHMETIC(DO, uint8, uint8_t)               \
      ARITHMETIC(DO, uint64, uint64_t) BITS(DO, uint8, uint8_t) BITS(DO, uint32, uint32_t) BITS(DO, uint64, uint64_t) \
          BITS(DO, int64, int64_t)
ALL_REDUCTIONS(CHECK_REDUCE)

static void reductions(shmem_team_t team, int from, int to, size_t count, uint64_t seed) {
  const size_t fits = count < most / 2 ? count : most / 2; /* a long double is two words */
#define RUN_REDUCE(name, type, operation, combine) check_##name##_##operation(team, from, to, fits, seed);
  ALL_REDUCTIONS(RUN_REDUCE)
}

static void scans(shmem_team_t team, int from, int to, size_t count, uint64_t seed) {
  const int rank = shmem_team_my_pe(team);
  for (int inclusive = 0; inclusive < 2; ++inclusive) {
    for (size_t i = 0; i < count; ++i) mine[i] = (uint64_t)small(seed, me, i);
    set(sources[from], from, mine, count * 8);
    clear_dest(to, count);
    shmem_team_sync(team);
    if (inclusive)
      shmem_uint64_sum_inscan(team, dests[to], sources[from], count);
    else
      shmem_uint64_sum_exscan(team, dests[to], sources[from], count);
    for (size_t i = 0; i < count; ++i) {
      expected[i] = 0;
      for (int pe = 0; pe < rank + inclusive; ++pe) expected[i] += (uint64_t)small(seed, world(team, pe), i);
    }
    expect_dest(to, count);
    shmem_team_sync(team);
  }
}

/* One after the other without a pause, the results of each in its own place. */
static void back_to_back(void) {
  enum { times = 30 };
  for (int k = 0; k < times; ++k) mine[k] = (uint64_t)(me + k);
  set(sources[on_device], on_device, mine, times * 8);
  shmem_barrier_all();
  for (int k = 0; k < times; ++k)
    shmem_uint64_max_reduce(SHMEM_TEAM_WORLD, dests[on_device] + k, sources[on_device] + k, 1);
  look(seen, dests[on_device], on_device, times * 8);
  for (int k = 0; k < times; ++k) EXPECT_EQ(seen[k], n - 1 + k);
  shmem_barrier_all();
}

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  const size_t words = (size_t)most * (size_t)n + 16;
  for (int place = 0; place < 2; ++place) {
    sources[place] = room(place, words * 8, 0);
    dests[place] = room(place, 2 * words * 8, 0);
  }
  mine = malloc(words * 8);
  seen = malloc(2 * words * 8);
  expected = malloc(2 * words * 8);
  shmem_team_t teams[teams_tried] = {SHMEM_TEAM_WORLD, SHMEM_TEAM_INVALID, SHMEM_TEAM_INVALID};
  EXPECT_EQ(shmem_team_split_strided(SHMEM_TEAM_WORLD, n - 1, -1, n, NULL, 0, &teams[1]), 0);
  if (n > 2) EXPECT_EQ(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (n + 1) / 2, NULL, 0, &teams[2]), 0);
  uint64_t seed = 1;
  for (int t = 0; t < teams_tried; ++t)
    for (int from = 0; from < 2; ++from)
      for (int to = 0; to < 2; ++to)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
          ++seed;
          if (teams[t] == SHMEM_TEAM_INVALID || (from == on_heap && to == on_heap)) continue;
          moves(teams[t], from, to, counts[c], seed);
          if (t == 0 || c == 1) reductions(teams[t], from, to, counts[c], seed);
          scans(teams[t], from, to, counts[c], seed);
        }
  shmem_barrier_all();
  back_to_back();
  if (n > 2 && teams[2] != SHMEM_TEAM_INVALID) shmem_team_destroy(teams[2]);
  shmem_team_destroy(teams[1]);
  for (int place = 0; place < 2; ++place) {
    shmem_free(sources[place]);
    shmem_free(dests[place]);
  }
  free(mine);
  free(seen);
  free(expected);
  EXPECT_EQ(driver_last_error(), 0);
  return end();
}
