/* Reductions and scans on device memory: every type and operation of the interface, in and out of place, on addresses
 * that are aligned to an element only, with counts around 16 bytes, cache lines and slices, and with one side in host
 * memory. The oracle folds the members' values in order. Compiled with -fwrapv, so that integers wrap around.
 * Usage: sums KIND [rounds]: tries that many of the ways with each type and operation, or all of them. */
#include <complex.h>
#include <float.h>

#include "places.h"

enum { most = 3000, slack = 4 };
static char *device[2], *heap[2]; /* source and dest */
static char *mine, *seen, *wanted;
static shmem_team_t teams[2];
static int ways = 0;

/* Small whole numbers, exact in every order, for what has a fraction; any bits for integers. */
static uint64_t bits(uint64_t seed, int pe, size_t i) { return pattern(seed, pe, 5, i); }
#define SMALL(type, word) ((type)(int)((word) % 7 + 1))
#define VALUE(type, word)                       \
  _Generic((type){0}, float                     \
           : SMALL(type, word), double          \
           : SMALL(type, word), long double     \
           : SMALL(type, word), float _Complex  \
           : SMALL(type, word), double _Complex \
           : SMALL(type, word), default         \
           : (type)(word))

struct way {
  size_t count, source_at, dest_at; /* elements */
  int in_place, host_source, host_dest, team;
};
/* Around a pack of 16 bytes, a line of 64, slices of 256 bytes and a grid of one block. */
static const struct way all_ways[] = {
    {1, 0, 0, 0, 0, 0, 0},   {3, 1, 1, 0, 0, 0, 0},   {17, 0, 1, 0, 0, 0, 0},   {33, 1, 0, 1, 0, 0, 0},
    {64, 3, 3, 0, 0, 0, 1},  {255, 0, 0, 1, 0, 0, 0}, {257, 1, 1, 0, 0, 0, 0},  {most, 1, 2, 0, 0, 0, 0},
    {100, 0, 0, 0, 1, 0, 0}, {100, 0, 0, 0, 0, 1, 0}, {most, 0, 0, 0, 0, 0, 1}, {most - 1, 2, 2, 1, 0, 0, 0},
};
enum { n_ways = sizeof all_ways / sizeof *all_ways };

static int world(shmem_team_t team, int member) { return shmem_team_translate_pe(team, member, SHMEM_TEAM_WORLD); }

/* Returns the two buffers of a way, with dest and its surroundings filled with other bytes. */
static void prepare(const struct way* way, size_t element, char** source, char** dest) {
  const size_t bytes = (most + slack) * element;
  *source = (way->host_source ? heap[0] : device[0]) + way->source_at * element;
  *dest = way->in_place ? *source : (way->host_dest ? heap[1] : device[1]) + way->dest_at * element;
  memset(seen, 0x5a, bytes);
  if (!way->in_place) set(way->host_dest ? heap[1] : device[1], way->host_dest ? on_heap : on_device, seen, bytes);
  set(*source, way->host_source ? on_heap : on_device, mine, way->count * element);
}
/* On x86 a long double has 10 bytes and 6 bytes of padding with any contents, which are cleared here. */
static void forget_padding(char* values, size_t count) {
  for (size_t i = 0; i < count && LDBL_MANT_DIG == 64; ++i) memset(values + i * sizeof(long double) + 10, 0, 6);
}
static void expect(const struct way* way, size_t element, const char* dest, const char* what) {
  const int place = way->host_dest ? on_heap : on_device;
  look(seen, dest, place, way->count * element);
  if (strstr(what, "longdouble") != NULL) {
    forget_padding((char*)seen, way->count);
    forget_padding((char*)wanted, way->count);
  }
  if (memcmp(seen, wanted, way->count * element) != 0)
    fprintf(stderr, "%s: %zu elements at %zu and %zu%s\n", what, way->count, way->source_at, way->dest_at,
            way->in_place ? ", in place" : "");
  EXPECT_SAME(seen, wanted, way->count * element);
  if (way->in_place) return;
  char after = 0; /* nothing was written behind the end */
  look(&after, dest + way->count * element, place, 1);
  EXPECT_EQ(after, 0x5a);
}

#define CHECK(name, type, call, members, combine)                                            \
  static void call##_##name(const struct way* way, uint64_t seed) {                          \
    const shmem_team_t team = teams[way->team];                                              \
    const int size = shmem_team_n_pes(team), rank = shmem_team_my_pe(team);                  \
    char *source, *dest;                                                                     \
    (void)size, (void)rank;                                                                  \
    memset(wanted, 0, way->count * sizeof(type));                                            \
    for (size_t i = 0; i < way->count; ++i) {                                                \
      ((type*)mine)[i] = VALUE(type, bits(seed, me, i));                                     \
      if ((members) == 0) continue;                                                          \
      type a = VALUE(type, bits(seed, world(team, 0), i));                                   \
      for (int member = 1; member < (members); ++member) {                                   \
        const type b = VALUE(type, bits(seed, world(team, member), i));                      \
        a = (type)(combine);                                                                 \
      }                                                                                      \
      ((type*)wanted)[i] = a;                                                                \
    }                                                                                        \
    prepare(way, sizeof(type), &source, &dest);                                              \
    shmem_team_sync(team);                                                                   \
    EXPECT_EQ(shmem_##name##_##call(team, (type*)dest, (const type*)source, way->count), 0); \
    expect(way, sizeof(type), dest, "shmem_" #name "_" #call);                               \
    shmem_team_sync(team);                                                                   \
  }
#define BITWISE(DO, name, type)    \
  DO(name, type, and_reduce, a& b) \
  DO(name, type, or_reduce, a | b) \
  DO(name, type, xor_reduce, a ^ b)
#define COMPARE(DO, name, type)             \
  DO(name, type, min_reduce, b < a ? b : a) \
  DO(name, type, max_reduce, b > a ? b : a)
#define ARITHMETIC(DO, name, type)  \
  DO(name, type, sum_reduce, a + b) \
  DO(name, type, prod_reduce, a* b)

#define CHECK_REDUCE(name, type, call, combine) CHECK(name, type, call, size, combine)
#define CHECK_BITWISE(name, type) BITWISE(CHECK_REDUCE, name, type)
#define CHECK_COMPARE(name, type) COMPARE(CHECK_REDUCE, name, type)
#define CHECK_ARITHMETIC(name, type)             \
  ARITHMETIC(CHECK_REDUCE, name, type)           \
  CHECK(name, type, sum_inscan, rank + 1, a + b) \
  CHECK(name, type, sum_exscan, rank, a + b)
ISTHMUS_REDUCE_BITWISE_TYPES(CHECK_BITWISE)
ISTHMUS_REDUCE_COMPARE_TYPES(CHECK_COMPARE)
ISTHMUS_REDUCE_ARITHMETIC_TYPES(CHECK_ARITHMETIC)

static void try_ways(void (*check)(const struct way*, uint64_t)) {
  static uint64_t seed = 1;
  for (int i = 0; i < ways; ++i) {
    ++seed;
    const struct way* way = &all_ways[ways == n_ways ? (uint64_t)i : seed % n_ways];
    if (teams[way->team] != SHMEM_TEAM_INVALID) check(way, seed);
  }
  shmem_barrier_all();
}

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  ways = argc > 2 ? atoi(argv[2]) : n_ways;
  const size_t bytes = (most + slack) * sizeof(long double);
  for (int i = 0; i < 2; ++i) {
    device[i] = room(on_device, bytes, 0);
    heap[i] = room(on_heap, bytes, 0);
  }
  mine = malloc(bytes);
  seen = malloc(bytes);
  wanted = malloc(bytes);
  teams[0] = SHMEM_TEAM_WORLD;
  teams[1] = SHMEM_TEAM_INVALID; /* backwards, without PE 0 where there are enough */
  if (n > 1) EXPECT_EQ(shmem_team_split_strided(SHMEM_TEAM_WORLD, n - 1, -1, n > 2 ? n - 1 : n, NULL, 0, &teams[1]), 0);
#define TRY(name, type, call, combine) try_ways(call##_##name);
#define TRY_BITWISE(name, type) BITWISE(TRY, name, type)
#define TRY_COMPARE(name, type) COMPARE(TRY, name, type)
#define TRY_ARITHMETIC(name, type) ARITHMETIC(TRY, name, type) try_ways(sum_inscan_##name), try_ways(sum_exscan_##name);
  ISTHMUS_REDUCE_BITWISE_TYPES(TRY_BITWISE)
  ISTHMUS_REDUCE_COMPARE_TYPES(TRY_COMPARE)
  ISTHMUS_REDUCE_ARITHMETIC_TYPES(TRY_ARITHMETIC)
  if (teams[1] != SHMEM_TEAM_INVALID) shmem_team_destroy(teams[1]);
  for (int i = 0; i < 2; ++i) {
    no_room(on_device, device[i]);
    no_room(on_heap, heap[i]);
  }
  free(mine);
  free(seen);
  free(wanted);
  return end();
}
