/* Section 3: stack, malloc and read-only memory are legal as the local side of every put, get and fetch; heap and
 * static operands mix in one call. */
#include "program.h"

static long statics[8];
static uint64_t word;
static const long constants[4] = {11, 22, 33, 44};

int main(void) {
  begin();
  const int next = (me + 1) % n;
  long *heap = shmem_calloc(8, sizeof *heap), *private_block = malloc(4 * sizeof *private_block), stack[4];
  shmem_long_put(heap, constants, 4, next);
  shmem_long_put_nbi(statics, constants, 4, next);
  shmem_barrier_all();
  shmem_long_get(private_block, heap, 4, next);
  EXPECT_SAME(private_block, constants, sizeof constants);
  shmem_long_get_nbi(stack, statics, 4, next);
  shmem_quiet();
  EXPECT_SAME(stack, constants, sizeof constants);
  shmem_long_iput(&heap[4], private_block, 1, 2, 2, next);
  shmem_long_ibput(&statics[4], stack, 2, 2, 2, 2, next);
  shmem_barrier_all();
  EXPECT_EQ(heap[5], 33);
  EXPECT_EQ(statics[7], 44);
  shmem_long_iget(stack, &heap[4], 2, 1, 2, next);
  EXPECT(stack[0] == 11 && stack[2] == 33);
  long* fetched = &private_block[1];
  shmem_long_atomic_fetch_add_nbi(fetched, &statics[me == 0 ? 6 : 7], 0, next);
  shmem_quiet();
  EXPECT_EQ(*fetched, me == 0 ? 33 : 44);
  shmem_barrier_all();
  shmem_long_put_signal(heap, statics, 4, &word, 5, SHMEM_SIGNAL_SET, next); /* source and word static, dest heap */
  shmem_signal_wait_until(&word, SHMEM_CMP_EQ, 5);
  EXPECT_SAME(heap, constants, sizeof constants);
  shmem_barrier_all();
  shmem_free(heap);
  free(private_block);
  return end();
}
