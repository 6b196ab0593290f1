// Atomics and locks of the PEs from several threads of each: totals are exact, tickets go out once, and threads of one
// PE see each other's updates like those of others.
#include "threads/crew.hpp"

namespace {

constexpr int rounds = 300;
long total, ticket, swapped;
unsigned long bits;
unsigned char taken[n_threads * max_pes * rounds];

}  // namespace

int main() {
  begin_with(SHMEM_THREAD_MULTIPLE);
  together([&](int thread) {
    const int everybody = n * n_threads;
    for (int i = 0; i < rounds; ++i) {
      shmem_long_atomic_add(&total, thread + 1, i % n);
      const long mine = shmem_long_atomic_fetch_inc(&ticket, 0);
      EXPECT(mine >= 0 && mine < everybody * rounds);
      shmem_uchar_p(&taken[mine], 1, 0);
      // Each thread sets and clears a bit of its own.
      const unsigned long bit = 1UL << (me * n_threads + thread);
      EXPECT_EQ(shmem_ulong_atomic_fetch_xor(&bits, bit, n - 1) & bit, i % 2 ? bit : 0);
      long now = shmem_long_atomic_fetch(&swapped, 0);
      for (long seen; (seen = shmem_long_atomic_compare_swap(&swapped, now, now + 3, 0)) != now;) now = seen;
    }
  });
  shmem_barrier_all();
  long expected = 0;
  for (int i = 0; i < rounds; ++i)
    if (i % n == me) expected += n * n_threads * (n_threads + 1) / 2;
  EXPECT_EQ(total, expected);
  if (me == 0) {
    EXPECT_EQ(ticket, n * n_threads * rounds);
    for (int i = 0; i < n * n_threads * rounds; ++i) EXPECT_EQ(taken[i], 1);
    EXPECT_EQ(swapped, 3L * n * n_threads * rounds);
  }
  if (me == n - 1) EXPECT_EQ(bits, 0);
  return end();
}
