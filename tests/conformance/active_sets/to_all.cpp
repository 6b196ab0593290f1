// All reductions over active sets, of every type that has them: exact results in the set's order, in place too, pWrk of
// the least size, pSync restored.
#include "active_sets/sets.hpp"
#include "collectives/reduce_model.hpp"

namespace {

constexpr int longest = 40;
alignas(16) unsigned char static_source[longest * 16], static_dest[longest * 16];
void *heap_source, *heap_dest, *work;
PSync psync[2];
int routines;

template <class T>
using ToAll = void (*)(T*, const T*, int, int, int, int, T*, long*);

template <class T>
void check(const std::vector<Set>& all, Op op, ToAll<T> to_all) {
  ++routines;
  for (const Set& set : all)
    for (const int count : {1, 5, longest}) {
      const uint64_t data =
          pattern(3, static_cast<int>(op) + 10 * set.start, set.size * 10 + set.log_stride, sizeof(T) + count);
      auto* source = static_cast<T*>(count % 2 ? heap_source : static_source);
      T* dest = count == 5 ? source : static_cast<T*>(count == 1 ? static_dest : heap_dest);
      PSync& sync = psync[count % 2];
      for (int i = 0; i < count; ++i) source[i] = value<T>(op, data, me, static_cast<size_t>(i));
      meet(set);
      to_all(dest, source, count, set.start, set.log_stride, set.size, static_cast<T*>(work), sync);
      for (int i = 0; i < count; ++i) EXPECT(dest[i] == expected<T>(op, data, set.pes, static_cast<size_t>(i)));
      expect_restored(sync);
    }
}

}  // namespace

int main() {
  begin();
  heap_source = shmem_align(16, sizeof static_source);
  heap_dest = shmem_align(16, sizeof static_dest);
  work = shmem_align(16, 16 * (longest / 2 + 1 + SHMEM_REDUCE_MIN_WRKDATA_SIZE));
  for (PSync& p : psync) fresh(p);
  for (PSync& meeting : meetings) fresh(meeting);
  shmem_barrier_all();
  const std::vector<Set> all = sets();
#define BITWISE(NAME, TYPE)                                     \
  check<TYPE>(all, Op::bitwise_and, shmem_##NAME##_and_to_all); \
  check<TYPE>(all, Op::bitwise_or, shmem_##NAME##_or_to_all);   \
  check<TYPE>(all, Op::bitwise_xor, shmem_##NAME##_xor_to_all);
  ISTHMUS_TO_ALL_BITWISE_TYPES(BITWISE)
#define COMPARE(NAME, TYPE)                             \
  check<TYPE>(all, Op::max, shmem_##NAME##_max_to_all); \
  check<TYPE>(all, Op::min, shmem_##NAME##_min_to_all);
  ISTHMUS_TO_ALL_COMPARE_TYPES(COMPARE)
#define ARITHMETIC(NAME, TYPE)                          \
  check<TYPE>(all, Op::sum, shmem_##NAME##_sum_to_all); \
  check<TYPE>(all, Op::prod, shmem_##NAME##_prod_to_all);
  ISTHMUS_TO_ALL_ARITHMETIC_TYPES(ARITHMETIC)
  EXPECT_EQ(routines, 44);
  shmem_barrier_all();
  return end();
}
