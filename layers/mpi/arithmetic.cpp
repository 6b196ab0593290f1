#include "arithmetic.hpp"

#include <array>
#include <complex>
#include <cstdint>

namespace isthmus::mpi {
namespace {

using namespace collectives;  // NOLINT: the operations

constexpr auto kOperators = static_cast<std::size_t>(Operator::count);
constexpr auto kTypes = static_cast<std::size_t>(Basic::count);

/// A type's row: its functions by operation. Those that MPI does not define have none.
struct Row {
  std::size_t bytes = 0;
  std::array<Combine, kOperators> combine{};

  template <class Op, class T>
  constexpr void set(Operator operation) {
    combine[static_cast<std::size_t>(operation)] = collectives::combine<Op, T>();
  }
};

template <class T>
constexpr void compare(Row& row) {
  row.set<Max, T>(Operator::max);
  row.set<Min, T>(Operator::min);
}
template <class T>
constexpr void add(Row& row) {
  row.set<Sum, T>(Operator::sum);
  row.set<Prod, T>(Operator::prod);
}
template <class T>
constexpr void logic(Row& row) {
  row.set<LogicalAnd, T>(Operator::logical_and);
  row.set<LogicalOr, T>(Operator::logical_or);
  row.set<LogicalXor, T>(Operator::logical_xor);
}
template <class T>
constexpr void bits(Row& row) {
  row.set<And, T>(Operator::bit_and);
  row.set<Or, T>(Operator::bit_or);
  row.set<Xor, T>(Operator::bit_xor);
}

// One function for each group of types.
template <class T>
constexpr Row integer() {
  Row row{.bytes = sizeof(T)};
  compare<T>(row);
  add<T>(row);
  logic<T>(row);
  bits<T>(row);
  return row;
}
template <class T>
constexpr Row real() {
  Row row{.bytes = sizeof(T)};
  compare<T>(row);
  add<T>(row);
  return row;
}
template <class T>
constexpr Row complex() {
  Row row{.bytes = sizeof(T)};
  add<T>(row);
  return row;
}
template <class T>
constexpr Row logical() {
  Row row{.bytes = sizeof(T)};
  logic<T>(row);
  return row;
}
constexpr Row byte() {
  Row row{.bytes = 1};
  bits<std::uint8_t>(row);
  return row;
}
template <class Value, class Index>
constexpr Row pair() {
  using Both = Pair<Value, Index>;
  Row row{.bytes = sizeof(Both)};
  row.set<MinLoc, Both>(Operator::minloc);
  row.set<MaxLoc, Both>(Operator::maxloc);
  return row;
}

/// In the order of Basic.
constexpr std::array<Row, kTypes> kRows{
    integer<std::int8_t>(),
    integer<std::int16_t>(),
    integer<std::int32_t>(),
    integer<std::int64_t>(),
    integer<std::uint8_t>(),
    integer<std::uint16_t>(),
    integer<std::uint32_t>(),
    integer<std::uint64_t>(),
    real<float>(),
    real<double>(),
    real<long double>(),
    complex<std::complex<float>>(),
    complex<std::complex<double>>(),
    complex<std::complex<long double>>(),
    logical<std::uint8_t>(),
    logical<std::uint16_t>(),
    logical<std::uint32_t>(),
    logical<std::uint64_t>(),
    byte(),
    pair<short, int>(),
    pair<int, int>(),
    pair<long, int>(),
    pair<float, int>(),
    pair<double, int>(),
    pair<long double, int>(),
    pair<float, float>(),
    pair<double, double>(),
};

const Row& row(Basic type) { return kRows[static_cast<std::size_t>(type)]; }

}  // namespace

const Combine* find_combine(Operator operation, Basic type) {
  const Combine& found = row(type).combine[static_cast<std::size_t>(operation)];
  return found.apply ? &found : nullptr;
}

std::size_t element_bytes(Basic type) { return row(type).bytes; }

}  // namespace isthmus::mpi
