/* Section 10: each context completes on its own: quiet on one must complete its operations whatever is pending on the
 * others, and needs no quiet on another. */
#include "program.h"

enum { contexts = 4 };
static long words[contexts][max_pes];
static int told[contexts][max_pes];

int main(void) {
  begin();
  shmem_ctx_t on[contexts];
  for (int k = 0; k < contexts; ++k) EXPECT_EQ(shmem_ctx_create(k % 2 ? SHMEM_CTX_SERIALIZED : 0, &on[k]), 0);
  for (long round = 1; round <= some_of(100); ++round) {
    long source[contexts];
    for (int k = 0; k < contexts; ++k) {
      source[k] = round * 10 + k;
      for (int pe = 0; pe < n; ++pe) shmem_ctx_long_put_nbi(on[k], &words[k][me], &source[k], 1, pe);
    }
    for (int i = 0; i < contexts; ++i) {
      const int k = (int)((i + round) % contexts);
      shmem_ctx_quiet(on[k]);
      for (int pe = 0; pe < n; ++pe) shmem_int_atomic_set(&told[k][me], (int)round, pe);
    }
    for (int k = 0; k < contexts; ++k)
      for (int from = 0; from < n; ++from) {
        shmem_int_wait_until(&told[k][from], SHMEM_CMP_EQ, (int)round);
        EXPECT_EQ(words[k][from], round * 10 + k);
      }
    shmem_barrier_all();
  }
  for (int k = 0; k < contexts; ++k) shmem_ctx_destroy(on[k]);
  return end();
}
