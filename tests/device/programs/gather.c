/* Gather, scatter, their forms with blocks of any length, and the all-to-all of such blocks, with buffers in host and
 * device memory. Offsets leave gaps, which must stay as they were. usage: gather HOST|CUDA|HIP|ZE; HOST: no partition
 * is needed. */
#include "places.h"

enum { most = 20000, room_bytes = 16 * most }; /* of a block, of all */
static const size_t sizes[] = {0, 1, 7, 64, 1000, most};

static char *sources[2], *dests[2]; /* on the device, on the heap */
static char *mine, *seen, *wanted;
static shmem_team_t team;
static int size, rank, root;

/* The block of member `from` for member `to`; the bytes depend on the seed and both members. */
static void block(char* into, size_t bytes, uint64_t seed, int from, int to) {
  fill_pattern(into, bytes, seed, shmem_team_translate_pe(team, from, SHMEM_TEAM_WORLD), to);
}
/* The length of that block where blocks differ: empty, short or long. */
static size_t length(uint64_t seed, int from, int to) {
  return (size_t)(pattern(seed, from, to, 99) % 3) * (size_t)(pattern(seed, from, to, 98) % (most / 2));
}
static const size_t step = most + 5; /* from one block's offset to the next */

static void prepare(int from, int to) {
  memset(wanted, 0x55, room_bytes);
  set(dests[to], to, wanted, room_bytes);
  set(sources[from], from, mine, room_bytes);
  shmem_team_sync(team);
}
static void compare(int to) {
  look(seen, dests[to], to, room_bytes);
  EXPECT_SAME(seen, wanted, room_bytes);
  shmem_team_sync(team);
}

static void same_lengths(int from, int to, size_t bytes, uint64_t seed) {
  block(mine, bytes, seed, rank, root);
  prepare(from, to);
  EXPECT_EQ(shmemx_gathermem(team, dests[to], sources[from], bytes, root), 0);
  for (int i = 0; rank == root && i < size; ++i) block(wanted + (size_t)i * bytes, bytes, seed, i, root);
  compare(to);

  for (int i = 0; i < size; ++i) block(mine + (size_t)i * bytes, bytes, seed, rank, i);
  prepare(from, to);
  EXPECT_EQ(shmemx_scattermem(team, dests[to], sources[from], bytes, root), 0);
  block(wanted, bytes, seed, root, rank);
  compare(to);
}

static void any_lengths(int from, int to, uint64_t seed) {
  size_t offsets[16], there[16], bytes[16];
  for (int i = 0; i < size; ++i) offsets[i] = (size_t)(size - 1 - i) * step; /* backwards */

  block(mine, length(seed, rank, root), seed, rank, root);
  for (int i = 0; i < size; ++i) bytes[i] = length(seed, i, root);
  prepare(from, to);
  EXPECT_EQ(shmemx_gathervmem(team, dests[to], rank == root ? offsets : NULL, sources[from],
                              rank == root ? bytes : NULL, root),
            0);
  for (int i = 0; rank == root && i < size; ++i) block(wanted + offsets[i], bytes[i], seed, i, root);
  compare(to);

  for (int i = 0; i < size; ++i) {
    bytes[i] = length(seed, rank, i);
    block(mine + offsets[i], bytes[i], seed, rank, i);
  }
  prepare(from, to);
  EXPECT_EQ(shmemx_scattervmem(team, dests[to], sources[from], rank == root ? offsets : NULL,
                               rank == root ? bytes : NULL, root),
            0);
  block(wanted, length(seed, root, rank), seed, root, rank);
  compare(to);

  /* each member has another order of what it gets */
  for (int i = 0; i < size; ++i) there[i] = (size_t)((i + rank) % size) * step + (size_t)rank;
  prepare(from, to);
  EXPECT_EQ(shmemx_alltoallvmem(team, dests[to], there, sources[from], offsets, bytes), 0);
  for (int i = 0; i < size; ++i) block(wanted + there[i], length(seed, i, rank), seed, i, rank);
  compare(to);
}

int main(int argc, char** argv) {
  const int host_only = argc > 1 && strcmp(argv[1], "HOST") == 0;
  if (host_only) {
    shmem_init();
    me = shmem_my_pe();
    n = shmem_n_pes();
  } else {
    begin_on_device(argc, argv);
  }
  EXPECT((size_t)n * step + (size_t)n < room_bytes);
  for (int place = host_only; place < 2; ++place) {
    sources[place] = room(place, room_bytes, 0);
    dests[place] = room(place, room_bytes, 0);
  }
  mine = calloc(1, room_bytes);
  seen = malloc(room_bytes);
  wanted = malloc(room_bytes);
  uint64_t seed = 1;
  for (int which = 0; which < 2; ++which) {
    team = SHMEM_TEAM_WORLD;
    if (which == 1) EXPECT_EQ(shmem_team_split_strided(SHMEM_TEAM_WORLD, n - 1, -1, (n + 1) / 2, NULL, 0, &team), 0);
    size = team == SHMEM_TEAM_INVALID ? 0 : shmem_team_n_pes(team);
    for (int way = host_only ? 3 : 0; size > 0 && way < 4; ++way) {
      rank = shmem_team_my_pe(team);
      for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
        root = (int)(++seed % (uint64_t)size);
        same_lengths(way & 1, way >> 1, sizes[s], seed);
        any_lengths(way & 1, way >> 1, seed);
      }
    }
    if (which == 1) shmem_team_destroy(team);
    shmem_barrier_all();
  }
  for (int place = host_only; place < 2; ++place) {
    shmem_free(sources[place]);
    shmem_free(dests[place]);
  }
  free(mine);
  free(seen);
  free(wanted);
  return end();
}
