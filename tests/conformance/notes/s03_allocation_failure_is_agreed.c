/* Section 3: when the heap is full, all PEs learn it from the same call, and the heap goes on working. */
#include <shmemx.h>

#include "program.h"

int main(void) {
  begin();
  shmemx_heap_info_t heap;
  EXPECT_EQ(shmemx_heap_query(1, &heap), 0);
  static void* blocks[1000];
  static int made, least, most;
  for (int round = 0; round < 3; ++round) {
    for (made = 0; made < 1000 && (blocks[made] = shmem_malloc(heap.size / 37 + (size_t)(made * 100))); ++made) {
    }
    EXPECT_EQ(shmem_int_min_reduce(SHMEM_TEAM_WORLD, &least, &made, 1), 0);
    EXPECT_EQ(shmem_int_max_reduce(SHMEM_TEAM_WORLD, &most, &made, 1), 0);
    EXPECT(least == most && made > 1 && made < 1000);
    for (int i = 0; i < made; ++i) shmem_free(blocks[i]);
    EXPECT(shmem_malloc(SIZE_MAX) == NULL);
    EXPECT(shmem_malloc(SIZE_MAX - 100) == NULL);
  }
  void* large = shmem_malloc(heap.size / 4);
  EXPECT(large != NULL);
  shmem_free(large);
  return end();
}
