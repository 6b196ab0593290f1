// Every reduction of every type: exact results in team order, in place too, on heap and static memory, several lengths,
// the same on all PEs.
#include "collectives/reduce_model.hpp"
#include "collectives/teams_in_use.hpp"

namespace {

constexpr size_t longest = 600, room = longest + 1;
alignas(16) unsigned char static_source[room * 16], static_dest[room * 16];
void *heap_source, *heap_dest;
uint64_t seed;

template <class T>
void check(const std::vector<TeamInUse>& teams, Op op, int (*reduce)(shmem_team_t, T*, const T*, size_t)) {
  for (const TeamInUse& team : teams)
    for (const size_t count : {size_t{1}, size_t{7}, op == Op::sum ? longest : size_t{31}}) {
      const bool in_place = count == 7;
      const uint64_t data = pattern(1, static_cast<int>(op), team.pes[0], sizeof(T) + count);
      auto* source = static_cast<T*>(count % 2 ? heap_source : static_source);
      T* dest = in_place ? source : static_cast<T*>(count == 1 ? static_dest : heap_dest);
      for (size_t i = 0; i < count; ++i) source[i] = value<T>(op, data, me, i);
      dest[count] = T{};
      const T behind = dest[count];
      EXPECT_EQ(shmem_team_sync(team.team), 0);  // dest is ready everywhere
      EXPECT_EQ(reduce(team.team, dest, source, count), 0);
      for (size_t i = 0; i < count; ++i) {
        EXPECT(dest[i] == expected<T>(op, data, team.pes, i));
        if (!in_place) EXPECT(source[i] == value<T>(op, data, me, i));
      }
      EXPECT(dest[count] == behind);
    }
  ++seed;
}

// Values that round: the sum must be near the exact one and must have the same bits on all PEs.
template <class T>
void check_rounding(int (*sum)(shmem_team_t, T*, const T*, size_t), T epsilon) {
  auto* source = static_cast<T*>(heap_source);
  auto* dest = static_cast<T*>(heap_dest);
  const auto term = [](int pe, size_t i) {
    return static_cast<T>(pattern(5, pe, 0, i) % 100000) / static_cast<T>(997);
  };
  for (size_t i = 0; i < 100; ++i) source[i] = term(me, i);
  shmem_barrier_all();
  EXPECT_EQ(sum(SHMEM_TEAM_WORLD, dest, source, 100), 0);
  shmem_barrier_all();
  for (size_t i = 0; i < 100; ++i) {
    long double exact = 0;
    for (int pe = 0; pe < n; ++pe) exact += static_cast<long double>(term(pe, i));
    const long double off = static_cast<long double>(dest[i]) - exact;
    EXPECT((off < 0 ? -off : off) <= exact * 8 * static_cast<long double>(epsilon));
    T first;
    shmem_getmem(&first, &dest[i], sizeof first, 0);
    EXPECT_SAME(&dest[i], &first, sizeof first);
  }
  shmem_barrier_all();
}

}  // namespace

int main() {
  begin();
  heap_source = shmem_align(16, sizeof static_source);
  heap_dest = shmem_align(16, sizeof static_dest);
  const std::vector<TeamInUse> teams = teams_in_use();
#define BITWISE(NAME, TYPE)                                       \
  check<TYPE>(teams, Op::bitwise_and, shmem_##NAME##_and_reduce); \
  check<TYPE>(teams, Op::bitwise_or, shmem_##NAME##_or_reduce);   \
  check<TYPE>(teams, Op::bitwise_xor, shmem_##NAME##_xor_reduce);
  ISTHMUS_REDUCE_BITWISE_TYPES(BITWISE)
#define COMPARE(NAME, TYPE)                               \
  check<TYPE>(teams, Op::max, shmem_##NAME##_max_reduce); \
  check<TYPE>(teams, Op::min, shmem_##NAME##_min_reduce);
  ISTHMUS_REDUCE_COMPARE_TYPES(COMPARE)
#define ARITHMETIC(NAME, TYPE)                            \
  check<TYPE>(teams, Op::sum, shmem_##NAME##_sum_reduce); \
  check<TYPE>(teams, Op::prod, shmem_##NAME##_prod_reduce);
  ISTHMUS_REDUCE_ARITHMETIC_TYPES(ARITHMETIC)
  EXPECT_EQ(seed, 14 * 3 + 24 * 2 + 26 * 2);
  check_rounding<float>(shmem_float_sum_reduce, std::numeric_limits<float>::epsilon());
  check_rounding<double>(shmem_double_sum_reduce, std::numeric_limits<double>::epsilon());
  return end();
}
