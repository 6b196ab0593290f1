// Every reduction of every type in a few sizes, and a few reductions through the whole plan (plan.hpp).
#include <limits>

#include "sums.hpp"

namespace {

std::vector<Routine> all_routines() {
  std::vector<Routine> all;
#define ROUTINE(OP, ROW, NAME, TYPE) all.push_back(routine<TYPE>(Op::ROW, #NAME, shmem_##NAME##_##OP##_reduce));
#define BITWISE(NAME, TYPE)             \
  ROUTINE(and, bitwise_and, NAME, TYPE) \
  ROUTINE(or, bitwise_or, NAME, TYPE)   \
  ROUTINE(xor, bitwise_xor, NAME, TYPE)
#define COMPARE(NAME, TYPE)     \
  ROUTINE(max, max, NAME, TYPE) \
  ROUTINE(min, min, NAME, TYPE)
#define ARITHMETIC(NAME, TYPE)  \
  ROUTINE(sum, sum, NAME, TYPE) \
  ROUTINE(prod, prod, NAME, TYPE)
  ISTHMUS_REDUCE_BITWISE_TYPES(BITWISE)
  ISTHMUS_REDUCE_COMPARE_TYPES(COMPARE)
  ISTHMUS_REDUCE_ARITHMETIC_TYPES(ARITHMETIC)
  EXPECT_EQ(all.size(), 14 * 3 + 24 * 2 + 26 * 2);
  return all;
}

/// Sums values that round: the result must be near the exact sum, and must have the same bits on every PE.
template <class T>
void every_pe_gets_the_same_bits(TeamSum<T> sum, size_t count) {
  auto *source = static_cast<T*>(shmem_malloc(count * sizeof(T))),
       *dest = static_cast<T*>(shmem_malloc(count * sizeof(T)));
  const auto number = [](int pe, size_t i) {
    return static_cast<T>(pattern(5, pe, 0, i) % 100000) / static_cast<T>(997);
  };
  for (size_t i = 0; i < count; ++i) source[i] = number(me, i);
  shmem_barrier_all();
  EXPECT_EQ(sum(SHMEM_TEAM_WORLD, dest, source, count), 0);
  std::vector<T> first(count);
  shmem_barrier_all();
  shmem_getmem(first.data(), dest, count * sizeof(T), 0);
  EXPECT_SAME(dest, first.data(), count * sizeof(T));
  for (size_t i = 0; i < count; ++i) {
    long double exact = 0;
    for (int pe = 0; pe < n; ++pe) exact += static_cast<long double>(number(pe, i));
    const long double off = static_cast<long double>(dest[i]) - exact;
    EXPECT((off < 0 ? -off : off) <= exact * 9 * static_cast<long double>(std::numeric_limits<T>::epsilon()));
  }
  shmem_free(dest);
  shmem_free(source);
}

}  // namespace

int main(int argc, char** argv) {
  begin();
  Plan plan(argc, argv);
  plan.go_through(any_reduction, (1 << 20) + 5);
  every_routine(plan, all_routines());
  for (const size_t count : {size_t{3}, size_t{50}, size_t{1001}}) {
    every_pe_gets_the_same_bits<float>(shmem_float_sum_reduce, count);
    every_pe_gets_the_same_bits<double>(shmem_double_sum_reduce, count);
  }
  return end();
}
