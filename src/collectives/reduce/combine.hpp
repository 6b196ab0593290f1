// The arithmetic of reductions and scans: into[i] = a[i] op b[i]. One function per type and operation, so that
// algorithms handle bytes and the compiler can vectorise each loop.
#pragma once
#include <cstddef>
#include <type_traits>

namespace isthmus::collectives {

struct Combine {
  /// `into` may be `a` or `b`; otherwise nothing overlaps.
  void (*apply)(void* into, const void* a, const void* b, std::size_t n);
  std::size_t element;  ///< bytes
};

/// Integers wrap around: arithmetic on the unsigned type, at least as wide as int since narrower ones become int.
template <class T>
constexpr auto wrapping(T value) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<std::common_type_t<std::make_unsigned_t<T>, unsigned>>(value);
  else
    return value;
}

struct And {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct Or {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct Xor {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};
struct Max {
  template <class T>
  static T of(T a, T b) {
    return b > a ? b : a;
  }
};
struct Min {
  template <class T>
  static T of(T a, T b) {
    return b < a ? b : a;
  }
};
struct Sum {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(wrapping(a) + wrapping(b));
  }
};
struct Prod {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(wrapping(a) * wrapping(b));
  }
};

template <class Op, class T>
constexpr Combine combine() {
  return {[](void* into, const void* a, const void* b, std::size_t n) {
            auto* z = static_cast<T*>(into);
            const auto *x = static_cast<const T*>(a), *y = static_cast<const T*>(b);
#ifdef __clang__
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
            for (std::size_t i = 0; i < n; ++i) z[i] = Op::of(x[i], y[i]);
          },
          sizeof(T)};
}

}  // namespace isthmus::collectives
