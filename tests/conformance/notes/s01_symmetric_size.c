/* Section 1: the size that SHMEM_SYMMETRIC_SIZE names, computed by the caller in TEST_BYTES, can be allocated in one
 * piece; much more cannot. */
#include <shmemx.h>

#include "program.h"

int main(void) {
  begin();
  const size_t bytes = strtoul(getenv("TEST_BYTES"), NULL, 10);
  shmemx_heap_info_t heap;
  EXPECT_EQ(shmemx_heap_query(1, &heap), 0);
  EXPECT(heap.size >= bytes && heap.size < bytes + (2 << 20)); /* at most rounded up to pages */
  char* block = shmem_malloc(bytes / 2);
  EXPECT(block != NULL);
  block[bytes / 2 - 1] = 1;
  shmem_free(block);
  EXPECT(shmem_malloc(bytes + (4 << 20)) == NULL);
  return end();
}
