/* Section 3 and uncertain point 13: realloc keeps the contents in both directions and what others still put; null is
 * malloc; size 0 is free and gives null; when there is no room, all PEs get null and the block is as it was. */
#include <shmemx.h>

#include "program.h"

int main(void) {
  begin();
  shmemx_heap_info_t before, after, heap;
  EXPECT_EQ(shmemx_heap_query(1, &before), 0);
  unsigned char reference[5000], *block = shmem_realloc(NULL, 10);
  fill_pattern(reference, sizeof reference, 1, me, 0);
  EXPECT(block != NULL);
  memcpy(block, reference, 10);
  size_t had = 10;
  for (int step = 0; step < 40; ++step) {
    const size_t wanted = 1 + pattern(2, 0, 0, (size_t)step) % sizeof reference;
    block = shmem_realloc(block, wanted);
    EXPECT(block != NULL);
    EXPECT_SAME(block, reference, had < wanted ? had : wanted);
    memcpy(block, reference, wanted);
    had = wanted;
  }
  block = shmem_realloc(block, 100);
  shmem_uchar_p(&block[99], (unsigned char)(200 + me), (me + 1) % n); /* pending when it moves */
  block = shmem_realloc(block, 20000);
  EXPECT_EQ(block[99], 200 + (me + n - 1) % n);
  shmem_barrier_all();
  memcpy(block, reference, sizeof reference);
  EXPECT_EQ(shmemx_heap_query(1, &heap), 0);
  EXPECT(shmem_realloc(block, heap.size + 1) == NULL);
  EXPECT_SAME(block, reference, sizeof reference);
  shmem_barrier_all();
  shmem_uchar_p(block, 9, (me + 1) % n); /* still allocated */
  shmem_barrier_all();
  EXPECT_EQ(block[0], 9);
  EXPECT(shmem_realloc(block, 0) == NULL);
  EXPECT_EQ(shmemx_heap_query(1, &after), 0);
  EXPECT_EQ(after.used, before.used);
  return end();
}
