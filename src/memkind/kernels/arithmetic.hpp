// The element types and operations of reductions on devices; collectives/reduce/combine.hpp has those of the host. No
// standard header is included, because there are none for devices.
#pragma once

namespace isthmus::kernels {

using i8 = __INT8_TYPE__;
using i16 = __INT16_TYPE__;
using i32 = __INT32_TYPE__;
using i64 = __INT64_TYPE__;
using u8 = __UINT8_TYPE__;
using u16 = __UINT16_TYPE__;
using u32 = __UINT32_TYPE__;
using u64 = __UINT64_TYPE__;
using f32 = float;
using f64 = double;

template <class Real>
struct Complex {
  Real re, im;
};
using c32 = Complex<f32>;
using c64 = Complex<f64>;

template <class Real>
constexpr Complex<Real> operator+(Complex<Real> a, Complex<Real> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class Real>
constexpr Complex<Real> operator*(Complex<Real> a, Complex<Real> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/// A value and the index of the member that has it, as MPI's pair types lay them out.
template <class Value, class Index>
struct Pair {
  Value value;
  Index index;
};
using i16i32 = Pair<i16, i32>;
using i32i32 = Pair<i32, i32>;
using i64i32 = Pair<i64, i32>;
using f32i32 = Pair<f32, i32>;
using f64i32 = Pair<f64, i32>;
using f32f32 = Pair<f32, f32>;
using f64f64 = Pair<f64, f64>;

/// Converts narrow unsigned integers to u32. Otherwise they would be promoted to int, whose overflow is undefined.
template <class T>
constexpr T wide(T value) {
  return value;
}
constexpr u32 wide(u8 value) { return value; }
constexpr u32 wide(u16 value) { return value; }

struct And {
  template <class T>
  static constexpr T of(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct Or {
  template <class T>
  static constexpr T of(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct Xor {
  template <class T>
  static constexpr T of(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};
struct Min {
  template <class T>
  static constexpr T of(T a, T b) {
    return b < a ? b : a;
  }
};
struct Max {
  template <class T>
  static constexpr T of(T a, T b) {
    return b > a ? b : a;
  }
};
struct Sum {
  template <class T>
  static constexpr T of(T a, T b) {
    return static_cast<T>(wide(a) + wide(b));
  }
};
struct Prod {
  template <class T>
  static constexpr T of(T a, T b) {
    return static_cast<T>(wide(a) * wide(b));
  }
};
struct LogicalAnd {
  template <class T>
  static constexpr T of(T a, T b) {
    return static_cast<T>(a && b);
  }
};
struct LogicalOr {
  template <class T>
  static constexpr T of(T a, T b) {
    return static_cast<T>(a || b);
  }
};
struct LogicalXor {
  template <class T>
  static constexpr T of(T a, T b) {
    return static_cast<T>(!a != !b);
  }
};
// Of equal values the one with the lower index is chosen, so that the result does not depend on the order.
struct MinLoc {
  template <class T>
  static constexpr T of(T a, T b) {
    return b.value < a.value || (b.value == a.value && b.index < a.index) ? b : a;
  }
};
struct MaxLoc {
  template <class T>
  static constexpr T of(T a, T b) {
    return b.value > a.value || (b.value == a.value && b.index < a.index) ? b : a;
  }
};

}  // namespace isthmus::kernels
