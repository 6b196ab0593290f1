// MPI's built-in operations on the host, against loops written out here.
#include "arithmetic.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <cstring>
#include <vector>

namespace isthmus::mpi {
namespace {

using collectives::Combine;
using collectives::Pair;

template <class T>
std::vector<T> apply(Operator operation, Basic type, const std::vector<T>& a, const std::vector<T>& b) {
  const Combine* const combine = find_combine(operation, type);
  EXPECT_NE(combine, nullptr);
  EXPECT_EQ(combine->element, sizeof(T));
  std::vector<T> result(a.size());
  combine->apply(result.data(), a.data(), b.data(), a.size());
  return result;
}

TEST(Arithmetic, LogicalOperationsGiveZeroOrOne) {
  const std::vector<int> a{0, 0, 5, -3}, b{0, 2, 0, 3};
  EXPECT_EQ(apply(Operator::logical_and, Basic::i32, a, b), (std::vector<int>{0, 0, 0, 1}));
  EXPECT_EQ(apply(Operator::logical_or, Basic::i32, a, b), (std::vector<int>{0, 1, 1, 1}));
  EXPECT_EQ(apply(Operator::logical_xor, Basic::i32, a, b), (std::vector<int>{0, 1, 1, 0}));
}

TEST(Arithmetic, IntegersWrapAround) {
  const std::vector<std::int8_t> a{127, -128, 100}, b{1, -1, 2};
  EXPECT_EQ(apply(Operator::sum, Basic::i8, a, b), (std::vector<std::int8_t>{-128, 127, 102}));
  EXPECT_EQ(apply(Operator::prod, Basic::i8, a, b), (std::vector<std::int8_t>{127, -128, -56}));
  EXPECT_EQ(apply(Operator::max, Basic::i8, a, b), (std::vector<std::int8_t>{127, -1, 100}));
}

TEST(Arithmetic, WideReals) {
  const std::vector<long double> a{1.5L, -2.0L}, b{0.25L, 8.0L};
  EXPECT_EQ(apply(Operator::prod, Basic::long_double, a, b), (std::vector<long double>{0.375L, -16.0L}));
  using Complex = std::complex<long double>;
  const std::vector<Complex> x{{1, 2}}, y{{3, -1}};
  EXPECT_EQ(apply(Operator::prod, Basic::complex_long_double, x, y), (std::vector<Complex>{{5, 5}}));
}

template <class Value>
void check_locations(Basic type) {
  using Both = Pair<Value, int>;
  const std::vector<Both> a{{1, 7}, {2, 7}, {3, 7}}, b{{2, 3}, {2, 3}, {1, 9}};
  const std::vector<Both> least = apply(Operator::minloc, type, a, b), most = apply(Operator::maxloc, type, a, b);
  const int least_at[] = {7, 3, 9}, most_at[] = {3, 3, 7};
  const Value least_of[] = {1, 2, 1}, most_of[] = {2, 2, 3};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(least[i].value, least_of[i]);
    EXPECT_EQ(least[i].index, least_at[i]);
    EXPECT_EQ(most[i].value, most_of[i]);
    EXPECT_EQ(most[i].index, most_at[i]);
  }
}

TEST(Arithmetic, PairsKeepTheLowerIndexOfEqualValues) {
  check_locations<short>(Basic::short_int);
  check_locations<int>(Basic::int_int);
  check_locations<long>(Basic::long_int);
  check_locations<float>(Basic::float_int);
  check_locations<double>(Basic::double_int);
  check_locations<long double>(Basic::long_double_int);
}

TEST(Arithmetic, TheBytesBetweenTheMembersOfAPairStay) {
  using Both = Pair<double, int>;
  Both a{1, 2}, b{3, 4}, into;
  std::memset(static_cast<void*>(&into), 0x77, sizeof into);
  find_combine(Operator::maxloc, Basic::double_int)->apply(&into, &a, &b, 1);
  EXPECT_EQ(into.value, 3);
  EXPECT_EQ(into.index, 4);
  int after = 0;
  std::memcpy(&after, reinterpret_cast<const char*>(&into) + 12, sizeof after);
  EXPECT_EQ(after, 0x77777777);
}

TEST(Arithmetic, NothingIsDefinedBeyondMpi) {
  EXPECT_EQ(find_combine(Operator::bit_and, Basic::f32), nullptr);
  EXPECT_EQ(find_combine(Operator::logical_and, Basic::f64), nullptr);
  EXPECT_EQ(find_combine(Operator::max, Basic::c64), nullptr);
  EXPECT_EQ(find_combine(Operator::sum, Basic::byte), nullptr);
  EXPECT_EQ(find_combine(Operator::sum, Basic::double_int), nullptr);
  EXPECT_EQ(find_combine(Operator::minloc, Basic::i32), nullptr);
  EXPECT_EQ(find_combine(Operator::sum, Basic::logical32), nullptr);
}

TEST(Arithmetic, KernelsAreNamedWhereThereAreSome) {
  using kernels::Type;
  EXPECT_EQ(find_combine(Operator::sum, Basic::i32)->kernel.type, Type::u32);
  EXPECT_EQ(find_combine(Operator::min, Basic::i32)->kernel.type, Type::i32);
  EXPECT_EQ(find_combine(Operator::logical_xor, Basic::logical8)->kernel.type, Type::u8);
  EXPECT_EQ(find_combine(Operator::minloc, Basic::long_int)->kernel.type, Type::i64i32);
  EXPECT_EQ(find_combine(Operator::maxloc, Basic::double_double)->kernel.type, Type::f64f64);
  EXPECT_EQ(find_combine(Operator::prod, Basic::long_double)->kernel.type, Type::none);
  EXPECT_EQ(find_combine(Operator::sum, Basic::complex_long_double)->kernel.type, Type::none);
  EXPECT_EQ(find_combine(Operator::maxloc, Basic::long_double_int)->kernel.type, Type::none);
}

}  // namespace
}  // namespace isthmus::mpi
