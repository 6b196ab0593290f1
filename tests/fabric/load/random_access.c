/* Every PE adds to random words of random PEs, and xors others; the sums and the xors are known. */
#include <stdlib.h>

#include "expect.h"

enum { words = 64, updates = 400 };

static uint64_t next(uint64_t* state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  static uint64_t sums[words], xors[words], expected_sums[words], expected_xors[words];
  shmem_barrier_all();
  for (int pe = 0; pe < n; ++pe) { /* any PE can compute the updates of all */
    uint64_t state = (uint64_t)pe + 1;
    for (int i = 0; i < updates; ++i) {
      const int to = (int)(next(&state) % (uint64_t)n), word = (int)(next(&state) % words);
      const uint64_t value = next(&state);
      if (pe == me && i % 2) shmem_uint64_atomic_add(&sums[word], value, to);
      if (pe == me && !(i % 2)) shmem_uint64_atomic_xor(&xors[word], value, to);
      if (to == me && i % 2) expected_sums[word] += value;
      if (to == me && !(i % 2)) expected_xors[word] ^= value;
    }
  }
  shmem_barrier_all();
  for (int i = 0; i < words; ++i) EXPECT(sums[i] == expected_sums[i] && xors[i] == expected_xors[i]);
  shmem_finalize();
  return 0;
}
