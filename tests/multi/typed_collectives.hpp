// Collectives of all types, in a form that is begun and completes later, against the oracle of reductions. A program of
// one form defines FORM(name), the name of a function in that form, before it includes this file, and a class:
//
//   struct Form {
//     using Handle = ...;  // the last argument of the calls
//     Handle handle();
//     void complete();  // what was begun with the handle
//   };
//
// Buffers may be of any memory, since shmemx_local_copy fills and reads them.
#pragma once
#include <numeric>

#include "collectives/reduce_model.hpp"

namespace {

template <class Form>
class TypedCollectives {
 public:
  TypedCollectives(Form form, void* source, void* dest) : form_(form), source_(source), dest_(dest), all_(n) {
    std::iota(all_.begin(), all_.end(), 0);
  }

  /// What both buffers hold.
  static constexpr size_t bytes(int pes) { return (kPart * static_cast<size_t>(pes) + 1) * 16; }
  int checked() const { return checked_; }

  template <class T>
  void reduce(Op op, int (*call)(shmem_team_t, T*, const T*, size_t, typename Form::Handle)) {
    const uint64_t seed = begin<T>(op, kPart);
    EXPECT_EQ(call(SHMEM_TEAM_WORLD, at<T>(dest_), at<T>(source_), kPart, form_.handle()), 0);
    end<T>(kPart, [&](size_t i) { return expected<T>(op, seed, all_, i); });
  }

  template <class T>
  void broadcast(int (*call)(shmem_team_t, T*, const T*, size_t, int, typename Form::Handle)) {
    const uint64_t seed = begin<T>(kMoved, kPart);
    EXPECT_EQ(call(SHMEM_TEAM_WORLD, at<T>(dest_), at<T>(source_), kPart, n - 1, form_.handle()), 0);
    end<T>(kPart, [&](size_t i) { return value<T>(kMoved, seed, n - 1, i); });
  }

  template <class T>
  void fcollect(int (*call)(shmem_team_t, T*, const T*, size_t, typename Form::Handle)) {
    const uint64_t seed = begin<T>(kMoved, kPart);
    EXPECT_EQ(call(SHMEM_TEAM_WORLD, at<T>(dest_), at<T>(source_), kPart, form_.handle()), 0);
    end<T>(all_.size() * kPart, [&](size_t i) { return value<T>(kMoved, seed, from(i), i % kPart); });
  }

  template <class T>
  void alltoall(int (*call)(shmem_team_t, T*, const T*, size_t, typename Form::Handle)) {
    const uint64_t seed = begin<T>(kMoved, all_.size() * kPart);
    EXPECT_EQ(call(SHMEM_TEAM_WORLD, at<T>(dest_), at<T>(source_), kPart, form_.handle()), 0);
    const size_t mine = static_cast<size_t>(me) * kPart;
    end<T>(all_.size() * kPart, [&](size_t i) { return value<T>(kMoved, seed, from(i), mine + i % kPart); });
  }

 private:
  static constexpr size_t kPart = 19;
  static constexpr Op kMoved = Op::max;  // any values

  template <class T>
  static T* at(void* buffer) {
    return static_cast<T*>(buffer);
  }
  static int from(size_t i) { return static_cast<int>(i / kPart); }

  /// Fills the source, clears dest, and returns the seed of the data.
  template <class T>
  uint64_t begin(Op op, size_t count) {
    const uint64_t seed = pattern(3, ++checked_, static_cast<int>(op), sizeof(T));
    std::vector<T> values(count), nothing(all_.size() * kPart + 1);
    for (size_t i = 0; i < count; ++i) values[i] = value<T>(op, seed, me, i);
    shmemx_local_copy(source_, values.data(), count * sizeof(T));
    shmemx_local_copy(dest_, nothing.data(), nothing.size() * sizeof(T));
    shmem_barrier_all();
    return seed;
  }

  /// `right` gives element i of dest. What is behind the last one must not have been touched.
  template <class T, class Right>
  void end(size_t count, Right right) {
    form_.complete();
    std::vector<T> seen(count + 1);
    shmemx_local_copy(seen.data(), dest_, seen.size() * sizeof(T));
    for (size_t i = 0; i < count; ++i) EXPECT(seen[i] == right(i));
    EXPECT(seen[count] == T{});
    shmem_barrier_all();
  }

  Form form_;
  void *source_, *dest_;
  std::vector<int> all_;
  int checked_ = 0;
};

/// Calls each function of the tables.
template <class Form>
void check_all(TypedCollectives<Form>& check) {
  using Handle = typename Form::Handle;
#define MOVES(NAME, TYPE)                                          \
  check.template broadcast<TYPE>(FORM(shmemx_##NAME##_broadcast)); \
  check.template fcollect<TYPE>(FORM(shmemx_##NAME##_fcollect));   \
  check.template alltoall<TYPE>(FORM(shmemx_##NAME##_alltoall));
  ISTHMUS_RMA_TYPES(MOVES)
#undef MOVES
  check.template broadcast<char>(
      [](shmem_team_t team, char* dest, const char* source, size_t bytes, int root, Handle handle) {
        return FORM(shmemx_broadcastmem)(team, dest, source, bytes, root, handle);
      });
  check.template fcollect<char>([](shmem_team_t team, char* dest, const char* source, size_t bytes, Handle handle) {
    return FORM(shmemx_fcollectmem)(team, dest, source, bytes, handle);
  });
  check.template alltoall<char>([](shmem_team_t team, char* dest, const char* source, size_t bytes, Handle handle) {
    return FORM(shmemx_alltoallmem)(team, dest, source, bytes, handle);
  });
#define BITWISE(NAME, TYPE)                                                       \
  check.template reduce<TYPE>(Op::bitwise_and, FORM(shmemx_##NAME##_and_reduce)); \
  check.template reduce<TYPE>(Op::bitwise_or, FORM(shmemx_##NAME##_or_reduce));   \
  check.template reduce<TYPE>(Op::bitwise_xor, FORM(shmemx_##NAME##_xor_reduce));
  ISTHMUS_REDUCE_BITWISE_TYPES(BITWISE)
#undef BITWISE
#define COMPARE(NAME, TYPE)                                               \
  check.template reduce<TYPE>(Op::max, FORM(shmemx_##NAME##_max_reduce)); \
  check.template reduce<TYPE>(Op::min, FORM(shmemx_##NAME##_min_reduce));
  ISTHMUS_REDUCE_COMPARE_TYPES(COMPARE)
#undef COMPARE
#define ARITHMETIC(NAME, TYPE)                                            \
  check.template reduce<TYPE>(Op::sum, FORM(shmemx_##NAME##_sum_reduce)); \
  check.template reduce<TYPE>(Op::prod, FORM(shmemx_##NAME##_prod_reduce));
  ISTHMUS_REDUCE_ARITHMETIC_TYPES(ARITHMETIC)
#undef ARITHMETIC
  EXPECT_EQ(check.checked(), 25 * 3 + 14 * 3 + 24 * 2 + 26 * 2);
}

}  // namespace
