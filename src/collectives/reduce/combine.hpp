// The arithmetic of reductions and scans: into[i] = a[i] op b[i]. One function per type and operation, so that
// algorithms handle bytes and the compiler can vectorise each loop.
#pragma once
#include <bit>
#include <cstddef>
#include <type_traits>

#include "memkind/kernels/kernel.hpp"

namespace isthmus::collectives {

struct Combine {
  /// `into` may be `a` or `b`; otherwise nothing overlaps.
  void (*apply)(void* into, const void* a, const void* b, std::size_t n);
  std::size_t element;     ///< bytes
  kernels::Kernel kernel;  ///< the same operation on a device
};

/// Makes integers unsigned, so that arithmetic on them wraps around. The type is at least as wide as int, because
/// narrower ones would be promoted to int, which is signed.
template <class T>
constexpr auto wrapping(T value) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<std::common_type_t<std::make_unsigned_t<T>, unsigned>>(value);
  else
    return value;
}

struct And {
  static constexpr auto kKernel = kernels::Operation::bit_and;
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct Or {
  static constexpr auto kKernel = kernels::Operation::bit_or;
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct Xor {
  static constexpr auto kKernel = kernels::Operation::bit_xor;
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};
struct Max {
  static constexpr auto kKernel = kernels::Operation::max;
  template <class T>
  static T of(T a, T b) {
    return b > a ? b : a;
  }
};
struct Min {
  static constexpr auto kKernel = kernels::Operation::min;
  template <class T>
  static T of(T a, T b) {
    return b < a ? b : a;
  }
};
struct Sum {
  static constexpr auto kKernel = kernels::Operation::sum;
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(wrapping(a) + wrapping(b));
  }
};
struct Prod {
  static constexpr auto kKernel = kernels::Operation::prod;
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(wrapping(a) * wrapping(b));
  }
};

struct LogicalAnd {
  static constexpr auto kKernel = kernels::Operation::logical_and;
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a && b);
  }
};
struct LogicalOr {
  static constexpr auto kKernel = kernels::Operation::logical_or;
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a || b);
  }
};
struct LogicalXor {
  static constexpr auto kKernel = kernels::Operation::logical_xor;
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(!a != !b);
  }
};

/// A value and an index, the elements of minloc and maxloc. Of equal values the one with the lower index is chosen.
template <class Value, class Index>
struct Pair {
  Value value;
  Index index;
};
struct MinLoc {
  static constexpr auto kKernel = kernels::Operation::minloc;
  template <class T>
  static const T& of(const T& a, const T& b) {
    return b.value < a.value || (b.value == a.value && b.index < a.index) ? b : a;
  }
};
struct MaxLoc {
  static constexpr auto kKernel = kernels::Operation::maxloc;
  template <class T>
  static const T& of(const T& a, const T& b) {
    return b.value > a.value || (b.value == a.value && b.index < a.index) ? b : a;
  }
};

/// The kernels' type for pairs.
template <class Value, class Index>
constexpr kernels::Type pair_type() {
  using kernels::Type;
  if (std::is_same_v<Index, int>)
    return std::is_same_v<Value, short>            ? Type::i16i32
           : std::is_same_v<Value, int>            ? Type::i32i32
           : std::is_same_v<Value, float>          ? Type::f32i32
           : std::is_same_v<Value, double>         ? Type::f64i32
           : std::is_integral_v<Value> && sizeof(Value) == 8 ? Type::i64i32
                                                   : Type::none;
  return std::is_same_v<Value, float> ? Type::f32f32 : std::is_same_v<Value, double> ? Type::f64f64 : Type::none;
}
template <class T>
constexpr kernels::Type kPairType = kernels::Type::none;
template <class Value, class Index>
constexpr kernels::Type kPairType<Pair<Value, Index>> = pair_type<Value, Index>();

/// The type of a kernel's elements for T. Only comparisons need to distinguish signed integers from unsigned ones.
template <class Op, class T>
constexpr kernels::Type device_type() {
  using kernels::Type;
  if constexpr (std::is_integral_v<T>) {
    const bool compares = Op::kKernel == kernels::Operation::min || Op::kKernel == kernels::Operation::max;
    const auto first = static_cast<unsigned>(compares && std::is_signed_v<T> ? Type::i8 : Type::u8);
    return static_cast<Type>(first + std::bit_width(sizeof(T)) - 1);
  }
  if constexpr (requires { typename T::value_type; })
    return sizeof(T) == 8 ? Type::c32 : std::is_same_v<typename T::value_type, double> ? Type::c64 : Type::none;
  if constexpr (kPairType<T> != Type::none) return kPairType<T>;
  return std::is_same_v<T, float> ? Type::f32 : std::is_same_v<T, double> ? Type::f64 : Type::none;
}

template <class T>
void assign(T& to, const T& value) {
  to = value;
}
/// Assigns the members alone, because the bytes between and after them may not be the library's to write.
template <class Value, class Index>
void assign(Pair<Value, Index>& to, const Pair<Value, Index>& pair) {
  const Pair<Value, Index> both = pair;
  to.value = both.value;
  to.index = both.index;
}

/// Combine::apply.
template <class Op, class T>
void combine_arrays(void* into, const void* a, const void* b, std::size_t n) {
  auto* z = static_cast<T*>(into);
  const auto *x = static_cast<const T*>(a), *y = static_cast<const T*>(b);
#ifdef __clang__
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
  for (std::size_t i = 0; i < n; ++i) assign(z[i], Op::of(x[i], y[i]));
}

template <class Op, class T>
constexpr Combine combine() {
  return {combine_arrays<Op, T>, sizeof(T), {Op::kKernel, device_type<Op, T>()}};
}

}  // namespace isthmus::collectives
