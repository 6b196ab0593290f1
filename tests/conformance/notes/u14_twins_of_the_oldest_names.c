/* Uncertain point 14, as decided: the legacy routines without the prefix have twins too, with a p in front. */
#include <pshmem.h>

#include "program.h"

int main(void) {
  pstart_pes(0);
  me = p_my_pe();
  n = p_num_pes();
  EXPECT_EQ(me, shmem_my_pe());
  EXPECT_EQ(n, shmem_n_pes());
  long* block = pshmalloc(80);
  EXPECT(block != NULL);
  pshmem_long_p(block, 5 + me, (me + 1) % n);
  pshmem_barrier_all();
  EXPECT_EQ(block[0], 5 + (me + n - 1) % n);
  block = pshrealloc(block, 800);
  EXPECT(block != NULL && block[0] == 5 + (me + n - 1) % n);
  pshfree(block);
  block = pshmemalign(256, 10);
  EXPECT_EQ((uintptr_t)block % 256, 0);
  pshfree(block);
  return 0; /* start_pes finalises */
}
