/* Section 2: pe_accessible, addr_accessible (1 for heap and static memory, 0 and no crash for anything else), shmem_ptr
 * and shmem_team_ptr; what they give can be loaded, stored, and used as the local side of a transfer. */
#include "program.h"

static long statics[4];

int main(void) {
  begin();
  long local = 0, *heap = shmem_calloc(4, sizeof *heap), *private_block = malloc(sizeof *private_block);
  for (int pe = -2; pe <= n + 1; ++pe) {
    const int exists = pe >= 0 && pe < n;
    EXPECT_EQ(shmem_pe_accessible(pe), exists);
    EXPECT_EQ(shmem_addr_accessible(heap, pe), exists);
    EXPECT_EQ(shmem_addr_accessible(&statics[3], pe), exists);
    EXPECT_EQ(shmem_addr_accessible(&local, pe), 0);
    EXPECT_EQ(shmem_addr_accessible(private_block, pe), 0);
    EXPECT_EQ(shmem_addr_accessible(NULL, pe), 0);
    EXPECT_EQ(shmem_addr_accessible((void*)-1, pe), 0);
    EXPECT_EQ(shmem_addr_accessible((void*)(uintptr_t)main, pe), 0);
  }
  EXPECT(shmem_ptr(&local, 0) == NULL);
  EXPECT(shmem_ptr(heap, me) == heap && shmem_ptr(statics, me) == statics);
  const int next = (me + 1) % n;
  long *there = shmem_ptr(heap, next), *static_there = shmem_ptr(statics, next);
  EXPECT(shmem_team_ptr(SHMEM_TEAM_WORLD, heap, next) == there);
  if (there) {
    there[0] = 50 + me;
    const long more[2] = {60 + me, 70 + me};
    memcpy(&there[1], more, sizeof more);
  } else {
    shmem_long_p(heap, 50 + me, next);
  }
  if (static_there) static_there[1] = 80 + me;
  shmem_barrier_all();
  EXPECT_EQ(heap[0], 50 + (me + n - 1) % n);
  const int previous = (me + n - 1) % n;
  if (shmem_ptr(statics, previous)) EXPECT_EQ(statics[1], 80 + previous);
  shmem_barrier_all();
  /* The neighbour's memory as the local side of a transfer that ends somewhere else. */
  if (there) {
    shmem_long_put(&heap[3], there, 1, me);
    shmem_quiet();
    EXPECT_EQ(heap[3], 50 + me);
  }
  shmem_barrier_all();
  shmem_free(heap);
  free(private_block);
  return end();
}
