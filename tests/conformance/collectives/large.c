/* One call of each collective with a mebibyte and with odd lengths around it, on the heap and in static memory. */
#include "program.h"

enum { mebi = 1 << 20, odd = mebi + 13 };

static unsigned char static_source[odd];
static unsigned char reference[odd];
static unsigned char* dest;

static void same(const unsigned char* seen, uint64_t seed, int from, size_t offset, size_t bytes) {
  fill_pattern(reference, odd, seed, from, 0);
  EXPECT_SAME(seen, reference + offset, bytes);
}

static void check(unsigned char* source, size_t bytes, uint64_t seed) {
  const size_t block = bytes / (size_t)n;
  fill_pattern(source, bytes, seed, me, 0);
  shmem_barrier_all();
  EXPECT_EQ(shmem_broadcastmem(SHMEM_TEAM_WORLD, dest, source, bytes, n / 2), 0);
  same(dest, seed, n / 2, 0, bytes);
  shmem_barrier_all();
  EXPECT_EQ(shmem_fcollectmem(SHMEM_TEAM_WORLD, dest, source, block), 0);
  for (int pe = 0; pe < n; ++pe) same(dest + (size_t)pe * block, seed, pe, 0, block);
  shmem_barrier_all();
  EXPECT_EQ(shmem_collectmem(SHMEM_TEAM_WORLD, dest, source, bytes / (size_t)(me + 1)), 0);
  for (size_t pe = 0, at = 0; pe < (size_t)n; at += bytes / (pe + 1), ++pe)
    same(dest + at, seed, (int)pe, 0, bytes / (pe + 1));
  shmem_barrier_all();
  EXPECT_EQ(shmem_alltoallmem(SHMEM_TEAM_WORLD, dest, source, block), 0);
  for (int pe = 0; pe < n; ++pe) same(dest + (size_t)pe * block, seed, pe, (size_t)me * block, block);
  shmem_barrier_all();
  /* Bytes as numbers: the sum modulo 256, and in place. */
  for (int in_place = 0; in_place < 2; ++in_place) {
    unsigned char* to = in_place ? source : dest;
    EXPECT_EQ(shmem_uchar_sum_reduce(SHMEM_TEAM_WORLD, to, source, bytes), 0);
    static unsigned char sum[odd];
    memset(sum, 0, sizeof sum);
    for (int pe = 0; pe < n; ++pe) {
      fill_pattern(reference, odd, seed, pe, 0);
      for (size_t i = 0; i < bytes; ++i) sum[i] = (unsigned char)(sum[i] + reference[i]);
    }
    EXPECT_SAME(to, sum, bytes);
    shmem_barrier_all();
  }
  fill_pattern(source, bytes, seed + 1, me, 0);
  EXPECT_EQ(shmem_uchar_sum_inscan(SHMEM_TEAM_WORLD, source, source, bytes), 0);
  memset(dest, 0, bytes);
  for (int pe = 0; pe <= me; ++pe) {
    fill_pattern(reference, odd, seed + 1, pe, 0);
    for (size_t i = 0; i < bytes; ++i) dest[i] = (unsigned char)(dest[i] + reference[i]);
  }
  EXPECT_SAME(source, dest, bytes);
  shmem_barrier_all();
}

int main(void) {
  begin();
  dest = shmem_malloc(3 * (size_t)odd);
  unsigned char* source = shmem_malloc(odd);
  EXPECT(dest && source);
  check(source, mebi, 1);
  check(static_source, odd, 10);
  shmem_free(source);
  shmem_free(dest);
  return end();
}
