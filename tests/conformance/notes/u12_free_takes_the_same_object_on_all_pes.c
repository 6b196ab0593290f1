/* Uncertain point 12, as decided: free, realloc and the collectives want the same symmetric object, whatever its
 * address on each PE. Here heaps lie at the same address on all PEs, so that the stricter reading holds as well. */
#include "program.h"

static uintptr_t address, all[max_pes];

int main(void) {
  begin();
  void* blocks[5];
  for (int i = 0; i < 5; ++i) blocks[i] = shmem_malloc((size_t)(100 << i));
  for (int i = 4; i >= 0; --i) {
    address = (uintptr_t)blocks[i];
    EXPECT_EQ(shmem_fcollectmem(SHMEM_TEAM_WORLD, all, &address, sizeof address), 0);
    for (int pe = 0; pe < n; ++pe) EXPECT_EQ(all[pe], address);
    shmem_barrier_all();
    shmem_free(blocks[i]);
  }
  return end();
}
