/* Section 1: the last finalize is a barrier and completes pending communication: what was put, also on a context that
 * nobody quieted, is in the target's static data after it. A PE goes on running after finalize. */
#include "program.h"

static long word[max_pes];
static long source[max_pes];

int main(void) {
  begin();
  shmem_ctx_t context;
  EXPECT_EQ(shmem_ctx_create(0, &context), 0);
  for (int pe = 0; pe < n; ++pe) {
    source[pe] = 1000 + 10 * me + pe;
    if (pe % 2)
      shmem_ctx_long_put_nbi(context, &word[me], &source[pe], 1, pe);
    else
      shmem_long_put_nbi(&word[me], &source[pe], 1, pe);
  }
  shmem_finalize();
  for (int from = 0; from < n; ++from) EXPECT_EQ(word[from], 1000 + 10 * from + me);
  return 0;
}
