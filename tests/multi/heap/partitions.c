/* Partitions 2 (8 MiB) and 3 (1 MiB + 1 byte) beside the heap; the test sets them. */
#include <shmemx.h>

#include "expect.h"
#include "pattern.h"

static shmemx_heap_info_t query(int partition) {
  shmemx_heap_info_t info = {0, 0, 0};
  EXPECT_EQ(shmemx_heap_query(partition, &info), 0);
  return info;
}

/* Data of all PEs arrives in memory of that partition. */
static void check_transfers(unsigned char* p, size_t bytes) {
  const int me = shmem_my_pe(), n = shmem_n_pes();
  unsigned char *buffer = malloc(bytes), *expected = malloc(bytes);
  for (int distance = 0; distance < n; ++distance) {
    const int to = (me + distance) % n, from = (me + n - distance) % n;
    fill_pattern(buffer, bytes, 5, me, to);
    shmem_putmem(p, buffer, bytes, to);
    shmem_barrier_all();
    fill_pattern(expected, bytes, 5, from, me);
    EXPECT_SAME(p, expected, bytes);
    shmem_getmem(buffer, p, bytes, to);
    fill_pattern(expected, bytes, 5, me, to);
    EXPECT_SAME(buffer, expected, bytes);
    shmem_barrier_all();
  }
  free(buffer);
  free(expected);
}

int main(void) {
  shmem_init();
  const size_t page = 4096;
  EXPECT_EQ(query(2).size, 8 << 20);
  EXPECT(query(3).size > 1 << 20 && query(3).size % page == 0);
  shmemx_heap_info_t none;
  EXPECT(shmemx_heap_query(4, &none) != 0);
  EXPECT(shmemx_heap_query(0, &none) != 0);
  EXPECT(shmemx_heap_query(-1, &none) != 0);

  unsigned char *heap = shmem_malloc(1000), *two = shmem_partition_malloc(1000, 2);
  unsigned char *three = shmem_partition_align(65536, 1000, 3), *one = shmem_partition_malloc(1000, 1);
  EXPECT(heap && two && three && one);
  EXPECT_EQ((uintptr_t)three % 65536, 0);
  EXPECT(query(1).used >= 2000 && query(1).used <= 2 * 1088);
  EXPECT(query(2).used >= 1000 && query(2).used <= 1088);
  shmemx_partition_info_t place;
  EXPECT_EQ(shmemx_partition_query(2, &place), 0);
  EXPECT(place.size == query(2).size && place.device == -1 && strcmp(place.kind, "HOST") == 0);
  EXPECT((unsigned char*)place.base <= two && two + 1000 <= (unsigned char*)place.base + place.size);
  EXPECT(shmemx_partition_query(4, &place) != 0);
  check_transfers(heap, 1000);
  check_transfers(two, 1000);
  check_transfers(three, 1000);
  check_transfers(one, 1000);

  two = shmem_realloc(two, 4 << 20); /* stays in its partition */
  EXPECT(two != NULL);
  EXPECT_EQ(query(2).used, 4 << 20);
  check_transfers(two, 4 << 20);
  EXPECT(shmem_partition_malloc(8 << 20, 2) == NULL);
  EXPECT(shmem_partition_malloc(2 << 20, 3) == NULL);
  EXPECT(shmem_partition_malloc(0, 3) == NULL);
  shmem_free(two); /* shmem_free takes memory of any partition */
  shmem_partition_free(three);
  shmem_partition_free(heap);
  shmem_partition_free(one);
  shmem_partition_free(NULL);
  for (int id = 1; id <= 3; ++id) {
    EXPECT_EQ(query(id).used, 0);
    EXPECT_EQ(query(id).largest_free, query(id).size);
  }
  shmem_finalize();
  return 0;
}
