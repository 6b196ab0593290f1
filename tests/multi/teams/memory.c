/* Memory that is symmetric over a team: the same place on all members and of no concern to the others, good for every
 * kind of call; teams that overlap, whose members have different places free; what does not fit is null on all members;
 * nothing is lost. SHMEM_TEAM_HEAP_SIZE is 1 MiB. */
#include "program.h"

enum { room = 1 << 20, granule = 64, cells = 1000 };

static uint64_t offset_here, offsets[max_pes];

/* The block must be at the same distance from the first block on all members. */
static void expect_symmetric(shmem_team_t team, const char* block, const char* base) {
  offset_here = (uint64_t)(block - base);
  EXPECT_EQ(shmem_uint64_fcollect(team, offsets, &offset_here, 1), 0);
  for (int i = 0; i < shmem_team_n_pes(team); ++i) EXPECT_EQ(offsets[i], offset_here);
}

/* Puts, gets, atomics, signals, waiting, pointers and collectives, with members alone. */
static void use(shmem_team_t team, uint64_t* block) {
  const int size = shmem_team_n_pes(team), mine = shmem_team_my_pe(team);
  const int right = (mine + 1) % size, left = (mine + size - 1) % size;
  const int right_pe = shmem_team_translate_pe(team, right, SHMEM_TEAM_WORLD);
  uint64_t *data = block, *word = block + cells, *collected = block + cells + 8;
  uint64_t local[cells], expected[cells];
  memset(block, 0, (cells + 8 + max_pes) * sizeof *block);
  EXPECT_EQ(shmem_team_sync(team), 0);
  fill_pattern(local, sizeof local, 5, mine, right);
  fill_pattern(expected, sizeof expected, 5, left, mine);
  shmem_putmem_signal(data, local, sizeof local, word, 1, SHMEM_SIGNAL_ADD, right_pe);
  EXPECT_EQ(shmem_signal_wait_until(word, SHMEM_CMP_EQ, 1), 1);
  EXPECT_SAME(data, expected, sizeof expected);
  EXPECT_EQ(shmem_team_sync(team), 0);
  memset(local, 0, sizeof local);
  fill_pattern(expected, sizeof expected, 5, mine, right);
  shmem_getmem(local, data, sizeof local, right_pe);
  EXPECT_SAME(local, expected, sizeof expected);
  shmem_ctx_t context;
  EXPECT_EQ(shmem_team_create_ctx(team, 0, &context), 0);
  for (int i = 0; i < size; ++i) shmem_ctx_uint64_atomic_add(context, &word[1], (uint64_t)mine + 1, i);
  shmem_ctx_uint64_p(context, &word[2], (uint64_t)mine, right);
  shmem_ctx_quiet(context);
  EXPECT_EQ(shmem_team_sync(team), 0);
  EXPECT_EQ(word[1], size * (size + 1) / 2);
  EXPECT_EQ(word[2], left);
  EXPECT_EQ(shmem_ctx_uint64_atomic_fetch(context, &word[1], right), size * (size + 1) / 2);
  shmem_ctx_destroy(context);
  word[3] = 100 + (uint64_t)mine;
  EXPECT_EQ(shmem_uint64_fcollect(team, collected, &word[3], 1), 0);
  for (int i = 0; i < size; ++i) EXPECT_EQ(collected[i], 100 + i);
  EXPECT_EQ(shmem_uint64_sum_reduce(team, &word[4], &word[3], 1), 0);
  EXPECT_EQ(word[4], 100 * size + size * (size - 1) / 2);
  EXPECT_EQ(shmem_uint64_broadcast(team, data, data, cells, size - 1), 0);
  fill_pattern(expected, sizeof expected, 5, (size + size - 2) % size, size - 1);
  EXPECT_SAME(data, expected, sizeof expected);
  uint64_t* there = shmem_team_ptr(team, &word[3], right);
  EXPECT_EQ(there != NULL, on_my_node(right_pe));
  if (there) EXPECT_EQ(*there, 100 + right);
  EXPECT(shmem_addr_accessible(block, right_pe));
  EXPECT_EQ(shmem_team_sync(team), 0);
}

/* Allocates blocks of this size until nothing fits; returns how many, the same on all members. */
static int fill_up(shmem_team_t team, size_t bytes, char** blocks) {
  int count = 0;
  while ((blocks[count] = shmemx_team_malloc(team, bytes))) ++count;
  static int mine, least, most;
  mine = count;
  EXPECT_EQ(shmem_int_min_reduce(team, &least, &mine, 1), 0);
  EXPECT_EQ(shmem_int_max_reduce(team, &most, &mine, 1), 0);
  EXPECT(least == count && most == count);
  return count;
}

static void everything_fits_again(const char* base) {
  char* all = shmemx_team_malloc(SHMEM_TEAM_WORLD, room);
  EXPECT(all == base);
  EXPECT(shmemx_team_malloc(SHMEM_TEAM_WORLD, 1) == NULL);
  shmemx_team_free(SHMEM_TEAM_WORLD, all);
}

/* Each PE alone takes places until only every (PE + 2)-th of the first is free: the team must get those that are free
 * on all members. */
static void differing_holes(const char* base) {
  enum { first = 200, wanted = 10 };
  shmem_team_t self = SHMEM_TEAM_INVALID;
  EXPECT_EQ(shmemx_team_split_color(SHMEM_TEAM_WORLD, me, 0, NULL, 0, &self), 0);
  char* mine[first];
  for (int i = 0; i < first; ++i) EXPECT((mine[i] = shmemx_team_malloc(self, granule)) == base + i * granule);
  for (int i = 0; i < first; i += me + 2) shmemx_team_free(self, mine[i]);
  for (int i = 0, found = 0; found < wanted; ++i) {
    int common = 1;
    for (int pe = 0; pe < n; ++pe) common = common && (i >= first || i % (pe + 2) == 0);
    if (!common) continue;
    EXPECT(shmemx_team_malloc(SHMEM_TEAM_WORLD, granule) == base + i * granule);
    ++found;
  }
  for (int i = 0, found = 0; found < wanted; ++i) {
    int common = 1;
    for (int pe = 0; pe < n; ++pe) common = common && (i >= first || i % (pe + 2) == 0);
    if (!common) continue;
    shmemx_team_free(SHMEM_TEAM_WORLD, (char*)base + i * granule);
    ++found;
  }
  /* Room on one PE only is not room for the team. */
  char* rest = NULL;
  if (me == n - 1) EXPECT((rest = shmemx_team_malloc(self, room - first * granule)) == base + first * granule);
  EXPECT(shmemx_team_malloc(SHMEM_TEAM_WORLD, 3 * granule) == NULL);
  if (me != n - 1) EXPECT(shmemx_team_malloc(self, 3 * granule) != NULL);
  shmem_team_destroy(self);
  shmem_barrier_all();
  everything_fits_again(base);
}

static void alignments(const char* base) {
  char* first = shmemx_team_malloc(SHMEM_TEAM_WORLD, 100);
  for (size_t alignment = 1; alignment <= room / 2; alignment *= 2) {
    char* block = shmemx_team_align(SHMEM_TEAM_WORLD, alignment, 100);
    EXPECT_EQ((uintptr_t)block % alignment, 0);
    EXPECT(block >= first + 100);
    expect_symmetric(SHMEM_TEAM_WORLD, block, base);
    shmemx_team_free(SHMEM_TEAM_WORLD, block);
  }
  EXPECT(shmemx_team_align(SHMEM_TEAM_WORLD, (size_t)1 << 40, 100) == NULL);
  shmemx_team_free(SHMEM_TEAM_WORLD, first);
  everything_fits_again(base);
}

int main(void) {
  begin();
  static char* blocks[room / granule + 1];
  char* base = shmemx_team_malloc(SHMEM_TEAM_WORLD, 1);
  EXPECT(base != NULL);
  shmemx_team_free(SHMEM_TEAM_WORLD, base);
  everything_fits_again(base);
  shmem_team_t low = SHMEM_TEAM_INVALID, odd = SHMEM_TEAM_INVALID;
  EXPECT_EQ(shmemx_team_split_color(SHMEM_TEAM_WORLD, me < (n + 1) / 2, -me, NULL, 0, &low), 0);
  EXPECT_EQ(shmemx_team_split_color(SHMEM_TEAM_WORLD, me % 2, me, NULL, 0, &odd), 0);
  const shmem_team_t teams[] = {SHMEM_TEAM_WORLD, SHMEM_TEAM_SHARED, low, odd};

  /* One after the other, and all at once. */
  const size_t bytes = (cells + 8 + max_pes) * sizeof(uint64_t);
  uint64_t* kept[4];
  for (int i = 0; i < 4; ++i) {
    uint64_t* block = shmemx_team_malloc(teams[i], bytes);
    expect_symmetric(teams[i], (char*)block, base);
    use(teams[i], block);
    shmemx_team_free(teams[i], block);
  }
  for (int i = 0; i < 4; ++i) {
    EXPECT((kept[i] = shmemx_team_malloc(teams[i], bytes)) != NULL);
    expect_symmetric(teams[i], (char*)kept[i], base);
    for (int k = 0; k < i; ++k)
      EXPECT((char*)kept[k] + bytes <= (char*)kept[i] || (char*)kept[i] + bytes <= (char*)kept[k]);
  }
  for (int i = 0; i < 4; ++i) use(teams[i], kept[i]);
  for (int i = 3; i >= 0; --i) shmemx_team_free(teams[i], kept[i]);
  everything_fits_again(base);

  differing_holes(base);
  alignments(base);

  EXPECT(shmemx_team_malloc(low, 0) == NULL);
  EXPECT(shmemx_team_malloc(low, room + 1) == NULL);
  EXPECT(shmemx_team_malloc(low, SIZE_MAX) == NULL);
  shmemx_team_free(low, NULL);
  const int count = fill_up(SHMEM_TEAM_WORLD, 10000, blocks);
  EXPECT_EQ(count, room / (10000 / granule * granule + granule));
  for (int i = 0; i < count; ++i) memset(blocks[i], i, 10000);
  EXPECT(shmemx_team_malloc(odd, 10000) == NULL);
  for (int i = 0; i < count; ++i) {
    EXPECT(blocks[i][0] == (char)i && blocks[i][9999] == (char)i);
    if (i % 2) shmemx_team_free(SHMEM_TEAM_WORLD, blocks[i]);
  }
  /* Teams that know nothing of each other must find the holes. */
  EXPECT_EQ(fill_up(odd, 10000, blocks), count / 2);
  /* A team's memory must be freed with the team. */
  shmem_team_destroy(odd);
  EXPECT_EQ(fill_up(low, 10000, blocks), count / 2);
  shmem_team_destroy(low);
  shmem_barrier_all();
  EXPECT_EQ(fill_up(SHMEM_TEAM_SHARED, 10000, blocks), count / 2);
  return end();
}
