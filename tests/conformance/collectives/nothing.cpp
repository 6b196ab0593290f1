// Zero elements: legal for every collective, with null pointers, with real ones that must stay as they are, and mixed
// with calls that do move data.
#include "program.h"

namespace {

int dest[4] = {1, 2, 3, 4}, source[4] = {5, 6, 7, 8};

template <class T>
void check(T* d, const T* s, int (*broadcast)(shmem_team_t, T*, const T*, size_t, int),
           int (*const (&others)[3])(shmem_team_t, T*, const T*, size_t),
           int (*alltoalls)(shmem_team_t, T*, const T*, ptrdiff_t, ptrdiff_t, size_t)) {
  EXPECT_EQ(broadcast(SHMEM_TEAM_WORLD, d, s, 0, n - 1), 0);
  for (const auto other : others) EXPECT_EQ(other(SHMEM_TEAM_WORLD, d, s, 0), 0);
  EXPECT_EQ(alltoalls(SHMEM_TEAM_WORLD, d, s, 1, 1, 0), 0);
}

template <class T, size_t N>
void check(T* d, const T* s, int (*const (&reductions)[N])(shmem_team_t, T*, const T*, size_t)) {
  for (const auto reduction : reductions) EXPECT_EQ(reduction(SHMEM_TEAM_WORLD, d, s, 0), 0);
}

// A collective with data, which fails if the members' calls no longer match after one with zero elements.
void still_in_step(int round) {
  static long mine, sum[2];
  mine = round + me;
  EXPECT_EQ(shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &sum[round % 2], &mine, 1), 0);
  EXPECT_EQ(sum[round % 2], n * round + n * (n - 1) / 2);
}

}  // namespace

int main() {
  begin();
  int round = 0;
#define MOVES(NAME, TYPE)                                                                                            \
  check<TYPE>(nullptr, nullptr, shmem_##NAME##_broadcast,                                                            \
              {shmem_##NAME##_collect, shmem_##NAME##_fcollect, shmem_##NAME##_alltoall}, shmem_##NAME##_alltoalls); \
  check<TYPE>(reinterpret_cast<TYPE*>(dest), reinterpret_cast<TYPE*>(source), shmem_##NAME##_broadcast,              \
              {shmem_##NAME##_collect, shmem_##NAME##_fcollect, shmem_##NAME##_alltoall}, shmem_##NAME##_alltoalls); \
  still_in_step(++round);
  ISTHMUS_RMA_TYPES(MOVES)
  check<void>(nullptr, nullptr, shmem_broadcastmem, {shmem_collectmem, shmem_fcollectmem, shmem_alltoallmem},
              shmem_alltoallsmem);
#define BITWISE(NAME, TYPE) \
  check<TYPE>(nullptr, nullptr, {shmem_##NAME##_and_reduce, shmem_##NAME##_or_reduce, shmem_##NAME##_xor_reduce});
  ISTHMUS_REDUCE_BITWISE_TYPES(BITWISE)
#define COMPARE(NAME, TYPE) check<TYPE>(nullptr, nullptr, {shmem_##NAME##_max_reduce, shmem_##NAME##_min_reduce});
  ISTHMUS_REDUCE_COMPARE_TYPES(COMPARE)
#define ARITHMETIC(NAME, TYPE)                                                                                        \
  check<TYPE>(                                                                                                        \
      nullptr, nullptr,                                                                                               \
      {shmem_##NAME##_sum_reduce, shmem_##NAME##_prod_reduce, shmem_##NAME##_sum_inscan, shmem_##NAME##_sum_exscan}); \
  still_in_step(++round);
  ISTHMUS_REDUCE_ARITHMETIC_TYPES(ARITHMETIC)
  for (int i = 0; i < 4; ++i) EXPECT(dest[i] == i + 1 && source[i] == i + 5);
  // One member contributes data, the others nothing and null pointers.
  static int given[2] = {41, 42}, got[2];
  EXPECT_EQ(shmem_int_collect(SHMEM_TEAM_WORLD, got, me == n - 1 ? given : nullptr, me == n - 1 ? 2 : 0), 0);
  EXPECT(got[0] == 41 && got[1] == 42);
  return end();
}
