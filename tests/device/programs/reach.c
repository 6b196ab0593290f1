/* Device memory that may not be mapped at the other PEs: transfers larger than any staging buffer, and a target that
 * makes no call. All checks read the device by the driver. */
#include "places.h"

enum { whole = (9 << 20) + 5, part = (3 << 20) + 24, words = part / 8 };

static char *device, *other, *scratch, *seen;

static void expect_device(const void* at, size_t bytes, uint64_t seed, int from, int to) {
  driver_copy(seen, at, bytes);
  fill_pattern(scratch, bytes, seed, from, to);
  EXPECT_SAME(seen, scratch, bytes);
}

static void fill_device(void* at, size_t bytes, uint64_t seed, int from, int to) {
  fill_pattern(scratch, bytes, seed, from, to);
  driver_copy(at, scratch, bytes);
}

static void transfers(void) {
  const int to = (me + 1) % n, from = (me + n - 1) % n;
  fill_device(other, whole, 1, me, to);
  shmem_barrier_all();
  shmem_putmem_nbi(device, other, whole, to);
  shmem_barrier_all();
  expect_device(device, whole, 1, from, me);
  fill_device(device, whole, 2, me, me);
  shmem_barrier_all();
  shmem_getmem(other, device, whole, to);
  expect_device(other, whole, 2, to, to);
  shmem_barrier_all();
}

/* The last PE makes no call until the others' words have reached its device memory. */
static void passive_target(void) {
  const uint64_t zeros[8] = {0};
  uint64_t* flags = (uint64_t*)(device + (1 << 20));
  driver_copy(flags, zeros, sizeof zeros);
  shmem_barrier_all();
  const int target = n - 1;
  if (me == target) {
    uint64_t came[8];
    for (int pe = 0; pe < n - 1; ++pe) do
        driver_copy(came, flags, sizeof came);
      while (came[pe] != 7);
    for (int pe = 0; pe < n - 1; ++pe) expect_device(device + pe * 100000, 99999, 3, pe, target);
  } else {
    fill_device(other, 99999, 3, me, target);
    shmem_putmem(device + me * 100000, other, 99999, target);
    shmem_quiet();
    EXPECT_EQ(shmem_uint64_atomic_fetch_add(flags + me, 3, target), 0);
    shmem_getmem(other, device + me * 100000, 99999, target);
    expect_device(other, 99999, 3, me, target);
    EXPECT_EQ(shmem_uint64_atomic_compare_swap(flags + me, 3, 7, target), 3);
  }
  shmem_barrier_all();
}

static void collectives(void) {
  fill_device(other, part, 4, me, 0);
  shmem_barrier_all();
  shmem_broadcastmem(SHMEM_TEAM_WORLD, device, other, part, n - 1);
  expect_device(device, part, 4, n - 1, 0);
  shmem_barrier_all();
  shmem_fcollectmem(SHMEM_TEAM_WORLD, device, other, part);
  for (int pe = 0; pe < n; ++pe) expect_device(device + pe * part, part, 4, pe, 0);
  shmem_barrier_all();
  const size_t mine = me == 0 ? 11 : part - (size_t)me; /* very different sizes */
  shmem_collectmem(SHMEM_TEAM_WORLD, device, other, mine);
  expect_device(device, 11, 4, 0, 0);
  for (size_t pe = 1, at = 11; pe < (size_t)n; at += part - pe, ++pe)
    expect_device(device + at, part - pe, 4, (int)pe, 0);
  shmem_barrier_all();
  for (int pe = 0; pe < n; ++pe) fill_device(other + pe * part, part, 5, me, pe);
  shmem_barrier_all();
  shmem_alltoallmem(SHMEM_TEAM_WORLD, device, other, part);
  for (int pe = 0; pe < n; ++pe) expect_device(device + pe * part, part, 5, pe, me);
  shmem_barrier_all();
  shmem_uint64_sum_reduce(SHMEM_TEAM_WORLD, (uint64_t*)device, (uint64_t*)other, words);
  uint64_t *sums = (uint64_t*)seen, *expected = (uint64_t*)scratch;
  driver_copy(sums, device, part);
  for (size_t i = 0; i < words; ++i) {
    expected[i] = 0;
    for (int pe = 0; pe < n; ++pe) expected[i] += pattern(5, pe, 0, i);
  }
  EXPECT_SAME(sums, expected, part);
  shmem_barrier_all();
  shmem_uint64_sum_inscan(SHMEM_TEAM_WORLD, (uint64_t*)device, (uint64_t*)other, words);
  driver_copy(sums, device, part);
  for (size_t i = 0; i < words; ++i) {
    expected[i] = 0;
    for (int pe = 0; pe <= me; ++pe) expected[i] += pattern(5, pe, 0, i);
  }
  EXPECT_SAME(sums, expected, part);
  shmem_barrier_all();
}

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  const size_t bytes = (size_t)(n > 3 ? n : 3) * part + 64;
  device = shmem_partition_malloc(bytes, device_partition);
  other = shmem_partition_malloc(bytes, device_partition);
  EXPECT(device && other);
  scratch = malloc(bytes);
  seen = malloc(bytes);
  transfers();
  passive_target();
  collectives();
  free(scratch);
  free(seen);
  shmem_free(other);
  shmem_free(device);
  EXPECT_EQ(driver_last_error(), 0); /* what the library was refused is not the program's error */
  return end();
}
