#include "reduction.hpp"

#include <array>
#include <complex>
#include <cstring>

#include "abi/abi.hpp"
#include "datatype.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

using collectives::Combine;

// Operations that SHMEM does not have. No kernel computes them on a device (Type::none).
struct Land {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a && b);
  }
};
struct Lor {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a || b);
  }
};
struct Lxor {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(!a != !b);
  }
};

/// As C lays it out: struct { Value value; Index index; }.
template <class Value, class Index>
struct Pair {
  Value value;
  Index index;
};
// Of equal values the lower index counts.
struct Maxloc {
  template <class T>
  static T of(T a, T b) {
    if (a.value == b.value) return {a.value, b.index < a.index ? b.index : a.index};
    return b.value > a.value ? b : a;
  }
};
struct Minloc {
  template <class T>
  static T of(T a, T b) {
    if (a.value == b.value) return {a.value, b.index < a.index ? b.index : a.index};
    return b.value < a.value ? b : a;
  }
};

template <class Op, class T>
constexpr Combine on_host() {
  return {[](void* into, const void* a, const void* b, std::size_t n) {
            auto* z = static_cast<T*>(into);
            const auto *x = static_cast<const T*>(a), *y = static_cast<const T*>(b);
            for (std::size_t i = 0; i < n; ++i) z[i] = Op::of(x[i], y[i]);
          },
          sizeof(T),
          {kernels::Operation::copy, kernels::Type::none}};
}

using Table = std::array<std::array<Combine, kElements>, kOperators>;

constexpr void set(Table& table, Operator op, Element element, const Combine& combine) {
  table[static_cast<std::size_t>(op)][static_cast<std::size_t>(element)] = combine;
}

template <class T>
constexpr void set_bits(Table& table, Element element) {
  set(table, Operator::band, element, collectives::combine<collectives::And, T>());
  set(table, Operator::bor, element, collectives::combine<collectives::Or, T>());
  set(table, Operator::bxor, element, collectives::combine<collectives::Xor, T>());
}
template <class T>
constexpr void set_logic(Table& table, Element element) {
  set(table, Operator::land, element, on_host<Land, T>());
  set(table, Operator::lor, element, on_host<Lor, T>());
  set(table, Operator::lxor, element, on_host<Lxor, T>());
}
template <class T>
constexpr void set_sums(Table& table, Element element) {
  set(table, Operator::sum, element, collectives::combine<collectives::Sum, T>());
  set(table, Operator::prod, element, collectives::combine<collectives::Prod, T>());
}
template <class T>
constexpr void set_order(Table& table, Element element) {
  set(table, Operator::max, element, collectives::combine<collectives::Max, T>());
  set(table, Operator::min, element, collectives::combine<collectives::Min, T>());
}
template <class T>
constexpr void set_integer(Table& table, Element element) {
  set_bits<T>(table, element), set_logic<T>(table, element), set_sums<T>(table, element), set_order<T>(table, element);
}
template <class T>
constexpr void set_real(Table& table, Element element) {
  set_sums<T>(table, element), set_order<T>(table, element);
}
template <class Value, class Index>
constexpr void set_pair(Table& table, Element element) {
  set(table, Operator::maxloc, element, on_host<Maxloc, Pair<Value, Index>>());
  set(table, Operator::minloc, element, on_host<Minloc, Pair<Value, Index>>());
}

/// Pairs that MPI has and no row is set for do not exist: their entry has no function, and the MPI reports the error.
constexpr Table make_table() {
  Table table{};
  set_integer<std::int8_t>(table, Element::i8), set_integer<std::uint8_t>(table, Element::u8);
  set_integer<std::int16_t>(table, Element::i16), set_integer<std::uint16_t>(table, Element::u16);
  set_integer<std::int32_t>(table, Element::i32), set_integer<std::uint32_t>(table, Element::u32);
  set_integer<std::int64_t>(table, Element::i64), set_integer<std::uint64_t>(table, Element::u64);
  set_real<float>(table, Element::f32), set_real<double>(table, Element::f64), set_real<long double>(table, Element::f128);
  set_sums<std::complex<float>>(table, Element::c32), set_sums<std::complex<double>>(table, Element::c64);
  set(table, Operator::sum, Element::c128, on_host<collectives::Sum, std::complex<long double>>());
  set(table, Operator::prod, Element::c128, on_host<collectives::Prod, std::complex<long double>>());
  set_logic<std::uint8_t>(table, Element::boolean);
  set_bits<std::uint8_t>(table, Element::byte);
  set_pair<float, int>(table, Element::f32_int), set_pair<double, int>(table, Element::f64_int);
  set_pair<long double, int>(table, Element::f128_int), set_pair<short, int>(table, Element::i16_int);
  set_pair<int, int>(table, Element::i32_int), set_pair<long, int>(table, Element::i64_int);
  set_pair<float, float>(table, Element::f32_pair), set_pair<double, double>(table, Element::f64_pair);
  return table;
}
constexpr Table kTable = make_table();

}  // namespace

void Reduction::into_second(const void* a, void* b, std::size_t n) const {
  if (combine)
    combine->apply(b, a, b, n);
  else
    real().Reduce_local(a, b, static_cast<int>(n), type, op);
}

void Reduction::apply(void* into, const void* a, const void* b, std::size_t n) const {
  if (combine) {
    combine->apply(into, a, b, n);
    return;
  }
  std::memcpy(into, b, n * element);
  real().Reduce_local(a, into, static_cast<int>(n), type, op);
}

std::optional<Reduction> find_reduction(Word type, Word op) {
  const Element* const element = abi().types.find(abi().handle(type));
  if (!element) return std::nullopt;
  const Operator* const which = abi().operators.find(abi().handle(op));
  if (which) {
    if (*which == Operator::other) return std::nullopt;
    const Combine& combine = kTable[static_cast<std::size_t>(*which)][static_cast<std::size_t>(*element)];
    if (!combine.apply) return std::nullopt;
    return Reduction{&combine, type, op, combine.element};
  }
  if (abi().handle(op) == abi().op_null) return std::nullopt;
  const Datatype layout = describe_type(type);
  if (!layout.valid) return std::nullopt;
  return Reduction{nullptr, type, op, layout.extent};
}

}  // namespace isthmus::mpi
