/* Several partitions together: 1 is the heap, 2 and 4 are device memory, 3 and 5 host memory. Allocation in one must
 * not affect the others, and data must get from any to any. Usage: partitions KIND */
#include "places.h"

enum { partitions = 5, block = 100000 };
static const char* expected_kind(int id) { return id == 2 || id == 4 ? kind : "HOST"; }
static int place_of(int id) { return id == 2 || id == 4 ? on_device : on_heap; }

static shmemx_heap_info_t query(int id) {
  shmemx_heap_info_t info = {0, 0, 0};
  EXPECT_EQ(shmemx_heap_query(id, &info), 0);
  return info;
}

/* Fills a partition to its last byte and frees everything; the other partitions must not change. */
static void check_exhaustion(int id) {
  enum { pieces = 8 };
  const size_t size = query(id).size, others = query(id % partitions + 1).used;
  void* all[pieces];
  shmemx_partition_info_t place;
  EXPECT_EQ(shmemx_partition_query(id, &place), 0);
  EXPECT_EQ(place.size, size);
  EXPECT(shmem_partition_malloc(size + 1, id) == NULL);
  for (int i = 0; i < pieces; ++i) {
    all[i] = shmem_partition_malloc(size / pieces, id);
    EXPECT(all[i] != NULL);
    EXPECT_EQ(shmemx_partition_of(all[i]), id);
    EXPECT_EQ(shmemx_partition_of((char*)all[i] + size / pieces - 1), id);
    EXPECT_EQ(strcmp(shmemx_kind_of(all[i]), expected_kind(id)), 0);
  }
  EXPECT_EQ(query(id).used, size);
  EXPECT(shmem_partition_malloc(1, id) == NULL);
  EXPECT_EQ(query(id % partitions + 1).used, others);
  for (int i = 0; i < pieces; i += 2) shmem_partition_free(all[i]);
  for (int i = 1; i < pieces; i += 2) shmem_free(all[i]);
  EXPECT_EQ(query(id).used, 0);
  EXPECT_EQ(query(id).largest_free, size);
}

static void check_alignment(int id) {
  for (size_t alignment = 64; alignment <= ((size_t)2 << 20); alignment *= 2) {
    void* odd = shmem_partition_malloc(100, id);
    void* p = shmem_partition_align(alignment, 100, id);
    EXPECT(p != NULL && odd != NULL);
    EXPECT_EQ((uintptr_t)p % alignment, 0);
    shmem_free(p);
    shmem_free(odd);
  }
}

static void check_transfers(void) {
  unsigned char *p[partitions + 1], *expected = malloc(block), *seen = malloc(block);
  for (int id = 1; id <= partitions; ++id) EXPECT((p[id] = shmem_partition_malloc(2 * block, id)) != NULL);
  const int to = (me + 1) % n, from = (me + n - 1) % n;
  for (int source = 1; source <= partitions; ++source)
    for (int dest = 1; dest <= partitions; ++dest) {
      const uint64_t seed = (uint64_t)(source * 10 + dest);
      fill_pattern(expected, block, seed, me, to);
      set(p[source], place_of(source), expected, block);
      memset(expected, 0, block);
      set(p[dest] + block, place_of(dest), expected, block);
      shmem_barrier_all();
      shmem_putmem(p[dest] + block, p[source], block, to);
      shmem_barrier_all();
      fill_pattern(expected, block, seed, from, me);
      look(seen, p[dest] + block, place_of(dest), block);
      EXPECT_SAME(seen, expected, block);
      shmem_barrier_all();
      shmem_getmem(p[source], p[dest] + block, block, to);
      fill_pattern(expected, block, seed, me, to);
      look(seen, p[source], place_of(source), block);
      EXPECT_SAME(seen, expected, block);
      shmem_barrier_all();
    }
  for (int id = 1; id <= partitions; ++id) shmem_free(p[id]);
  free(expected);
  free(seen);
}

/* calloc must zero a block, and realloc must keep its contents. */
static void check_contents(void) {
  char *p = shmem_partition_malloc(block, 4), *expected = malloc(2 * block), *seen = malloc(2 * block);
  fill_pattern(expected, block, 5, me, me);
  driver_copy(p, expected, block);
  p = shmem_realloc(p, 2 * block);
  EXPECT(p != NULL);
  EXPECT_EQ(shmemx_partition_of(p), 4);
  driver_copy(seen, p, block);
  EXPECT_SAME(seen, expected, block);
  shmem_free(p);
  free(expected);
  free(seen);
}

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  shmemx_heap_info_t none;
  EXPECT(shmemx_heap_query(6, &none) != 0);
  int local = 0;
  void *own_device = driver_malloc(4096), *own_host = malloc(4096);
  EXPECT_EQ(shmemx_partition_of(own_device), 0);
  EXPECT_EQ(shmemx_partition_of(own_host), 0);
  EXPECT_EQ(shmemx_partition_of(statics), 0);
  EXPECT_EQ(strcmp(shmemx_kind_of(own_device), kind), 0);
  EXPECT_EQ(strcmp(shmemx_kind_of(own_host), "HOST"), 0);
  EXPECT_EQ(strcmp(shmemx_kind_of(&local), "HOST"), 0);
  EXPECT_EQ(strcmp(shmemx_kind_of(NULL), "HOST"), 0);
  for (int id = 1; id <= partitions; ++id) check_exhaustion(id);
  for (int id = 1; id <= partitions; ++id) check_alignment(id);
  check_transfers();
  check_contents();
  for (int round = 0; round < 2; ++round) { /* the same again after finalize */
    shmem_finalize();
    shmem_init();
    for (int id = 1; id <= partitions; ++id) EXPECT_EQ(query(id).used, 0);
    check_transfers();
  }
  driver_free(own_device);
  free(own_host);
  return end();
}
