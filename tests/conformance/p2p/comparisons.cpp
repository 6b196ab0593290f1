// Every comparison of every type on values around the ends of its range: numeric in the declared type, so signedness
// counts. wait_until returns at once where the condition holds, test tells, and the forms for arrays agree.
#include <limits>
#include <vector>

#include "program.h"

namespace {

template <class T>
struct Forms {
  void (*wait_until)(T*, int, T);
  int (*test)(T*, int, T);
};
template <class T>
struct ArrayForms {
  int (*test_all)(T*, size_t, const int*, int, T);
  size_t (*test_any)(T*, size_t, const int*, int, T);
  size_t (*test_some)(T*, size_t, size_t*, const int*, int, T);
  int (*test_all_vector)(T*, size_t, const int*, int, const T*);
  size_t (*test_any_vector)(T*, size_t, const int*, int, const T*);
  size_t (*test_some_vector)(T*, size_t, size_t*, const int*, int, const T*);
};

const int operators[] = {SHMEM_CMP_EQ, SHMEM_CMP_NE, SHMEM_CMP_GT, SHMEM_CMP_GE, SHMEM_CMP_LT, SHMEM_CMP_LE};

// A type that holds the values of all others.
__extension__ using Wide = __int128;
bool holds(Wide a, int op, Wide b) {
  switch (op) {
    case SHMEM_CMP_EQ:
      return a == b;
    case SHMEM_CMP_NE:
      return a != b;
    case SHMEM_CMP_GT:
      return a > b;
    case SHMEM_CMP_GE:
      return a >= b;
    case SHMEM_CMP_LT:
      return a < b;
    default:
      return a <= b;
  }
}

template <class T>
std::vector<T> values() {
  using L = std::numeric_limits<T>;
  return {0,
          1,
          2,
          77,
          static_cast<T>(-1),
          static_cast<T>(-77),
          L::max(),
          L::min(),
          static_cast<T>(L::max() - 1),
          static_cast<T>(L::min() + 1),
          static_cast<T>(L::max() / 2 + 1)};
}

template <class T>
void check(const Forms<T>& forms, T* variable) {
  static int number;  // goes on over the calls, so that each takes a different sample
  for (const T a : values<T>())
    for (const T b : values<T>())
      for (const int op : operators) {
        if (!is_one_of_some(number++)) continue;
        *variable = a;
        const bool expected = holds(a, op, b);
        EXPECT_EQ(forms.test(variable, op, b), expected);
        if (expected) forms.wait_until(variable, op, b);
      }
}

// Tests all values in one call, then each alone in a vector call.
template <class T>
void check(const ArrayForms<T>& forms, T* variables) {
  static int number;
  const std::vector<T> all = values<T>();
  const size_t count = all.size();
  for (size_t i = 0; i < count; ++i) variables[i] = all[i];
  for (const int op : operators)
    for (const T b : all) {
      if (!is_one_of_some(number++)) continue;
      std::vector<size_t> expected, indices(count, 99);
      for (size_t i = 0; i < count; ++i)
        if (holds(all[i], op, b)) expected.push_back(i);
      EXPECT_EQ(forms.test_all(variables, count, nullptr, op, b), expected.size() == count);
      const size_t any = forms.test_any(variables, count, nullptr, op, b);
      if (expected.empty())
        EXPECT_EQ(any, SIZE_MAX);
      else
        EXPECT(any < count && holds(all[any], op, b));
      EXPECT_EQ(forms.test_some(variables, count, indices.data(), nullptr, op, b), expected.size());
      std::vector<bool> reported(count);
      for (size_t k = 0; k < expected.size(); ++k) {
        EXPECT(indices[k] < count && !reported[indices[k]] && holds(all[indices[k]], op, b));
        reported[indices[k]] = true;
      }
      const std::vector<T> each(count, b);
      EXPECT_EQ(forms.test_all_vector(variables, count, nullptr, op, each.data()), expected.size() == count);
      const size_t one = forms.test_any_vector(variables, count, nullptr, op, each.data());
      EXPECT_EQ(one == SIZE_MAX, expected.empty());
      EXPECT(one == SIZE_MAX || holds(all[one], op, b));
      EXPECT_EQ(forms.test_some_vector(variables, count, indices.data(), nullptr, op, each.data()), expected.size());
    }
  // Each variable is compared with a value of its own.
  EXPECT_EQ(forms.test_all_vector(variables, count, nullptr, SHMEM_CMP_EQ, all.data()), 1);
  std::vector<T> off = all;
  off[3] = 5;
  std::vector<size_t> indices(count, 99);
  EXPECT_EQ(forms.test_all_vector(variables, count, nullptr, SHMEM_CMP_EQ, off.data()), 0);
  EXPECT_EQ(forms.test_any_vector(variables, count, nullptr, SHMEM_CMP_NE, off.data()), 3);
  EXPECT_EQ(forms.test_some_vector(variables, count, indices.data(), nullptr, SHMEM_CMP_NE, off.data()), 1);
  EXPECT_EQ(indices[0], 3);
}

alignas(8) unsigned char statics[16 * 8];

}  // namespace

int main() {
  begin();
  void* heap = shmem_calloc(16, 8);
#define ONE(NAME, TYPE)                                                                               \
  check<TYPE>(Forms<TYPE>{shmem_##NAME##_wait_until, shmem_##NAME##_test}, static_cast<TYPE*>(heap)); \
  check<TYPE>(Forms<TYPE>{shmem_##NAME##_wait_until, shmem_##NAME##_test}, reinterpret_cast<TYPE*>(statics));
  ISTHMUS_SYNC_TYPES(ONE)
  ISTHMUS_SHORT_SYNC_TYPES(ONE)
#define MANY(NAME, TYPE)                                                                                     \
  for (TYPE * place : {static_cast<TYPE*>(heap), reinterpret_cast<TYPE*>(statics)})                          \
    check<TYPE>(ArrayForms<TYPE>{shmem_##NAME##_test_all, shmem_##NAME##_test_any, shmem_##NAME##_test_some, \
                                 shmem_##NAME##_test_all_vector, shmem_##NAME##_test_any_vector,             \
                                 shmem_##NAME##_test_some_vector},                                           \
                place);
  ISTHMUS_SYNC_TYPES(MANY)
  shmem_free(heap);
  return end();
}
