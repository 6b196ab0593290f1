/* Section 3: malloc, calloc and hints give memory for any type, align what was asked for. */
#include <stdalign.h>

#include "program.h"

int main(void) {
  begin();
  for (size_t size = 1; size < 200; size += 7) {
    void* blocks[] = {shmem_malloc(size), shmem_calloc(size, 1), shmem_malloc_with_hints(size, 0)};
    for (int i = 0; i < 3; ++i) {
      EXPECT(blocks[i] != NULL);
      EXPECT_EQ((uintptr_t)blocks[i] % alignof(max_align_t), 0);
    }
    for (int i = 0; i < 3; ++i) shmem_free(blocks[i]);
  }
  for (size_t alignment = sizeof(void*); alignment <= 1 << 20; alignment *= 2) {
    char* block = shmem_align(alignment, 3 * alignment / 2 + 1);
    EXPECT(block != NULL);
    EXPECT_EQ((uintptr_t)block % alignment, 0);
    block[3 * alignment / 2] = 1;
    shmem_free(block);
  }
  return end();
}
