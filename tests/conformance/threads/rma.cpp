// Puts, gets, strided transfers, p and g from several threads of every PE at once: on the default context, on one that
// all threads share, and on private ones. Each thread has rows of its own.
#include "threads/crew.hpp"

namespace {

constexpr size_t count = 64;
const size_t rounds = static_cast<size_t>(some_of(40));
using Row = long[count];
Row statics[n_threads][max_pes];

void values(Row& row, uint64_t seed, int from, int to) { fill_pattern(row, sizeof row, seed, from, to); }

void transfer(shmem_ctx_t context, Row (*place)[max_pes], int thread, uint64_t seed) {
  Row source, got, expected;
  for (int pe = 0; pe < n; ++pe) {
    values(source, seed, me, pe);
    long* dest = place[thread][me];
    shmem_ctx_long_put(context, dest, source, count / 2, pe);
    shmem_ctx_long_iput(context, dest + count / 2, source + count / 2, 2, 2, count / 4, pe);
    for (size_t i = count / 2 + 1; i < count; i += 2) shmem_ctx_long_p(context, dest + i, source[i], pe);
    shmem_ctx_quiet(context);
    shmem_ctx_long_get(context, got, dest, count, pe);
    values(expected, seed, me, pe);
    EXPECT_SAME(got, expected, sizeof got);
    shmem_ctx_long_put_nbi(context, dest, source, count, pe);
    shmem_ctx_quiet(context);
    memset(got, 0, sizeof got);
    shmem_ctx_long_get_nbi(context, got, dest, count, pe);
    shmem_ctx_quiet(context);
    EXPECT_SAME(got, expected, sizeof got);
    EXPECT_EQ(shmem_ctx_long_g(context, dest + 5, pe), expected[5]);
  }
}

}  // namespace

int main() {
  begin_with(SHMEM_THREAD_MULTIPLE);
  auto* heap = static_cast<Row(*)[max_pes]>(shmem_malloc(sizeof statics));
  shmem_ctx_t shared;
  EXPECT_EQ(shmem_ctx_create(0, &shared), 0);
  together([&](int thread) {
    for (uint64_t round = 0; round < rounds; ++round) {
      transfer(SHMEM_CTX_DEFAULT, heap, thread, round);
      transfer(shared, statics, thread, round + 1000);
      shmem_ctx_t own;
      EXPECT_EQ(shmem_ctx_create(SHMEM_CTX_PRIVATE, &own), 0);
      transfer(own, heap, thread, round + 2000);
      shmem_ctx_destroy(own);
    }
  });
  shmem_ctx_destroy(shared);
  shmem_barrier_all();
  Row expected;
  for (int t = 0; t < n_threads; ++t)
    for (int from = 0; from < n; ++from) {
      values(expected, rounds - 1 + 2000, from, me);
      EXPECT_SAME(heap[t][from], expected, sizeof expected);
      values(expected, rounds - 1 + 1000, from, me);
      EXPECT_SAME(statics[t][from], expected, sizeof expected);
    }
  shmem_free(heap);
  return end();
}
