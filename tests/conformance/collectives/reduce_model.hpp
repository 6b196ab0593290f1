// The oracle of reductions and scans: values that every PE can compute for every other, and the result in modular
// 64-bit, 128-bit or long double arithmetic. Values of signed and real types are such that no order of evaluation
// overflows or rounds, so each result is exact.
#pragma once
#include <complex>
#include <limits>
#include <type_traits>
#include <vector>

#include "program.h"

namespace {

enum class Op { bitwise_and, bitwise_or, bitwise_xor, max, min, sum, prod };

__extension__ using Wide = __int128;

template <class T>
struct IsComplex : std::false_type {};
template <class T>
struct IsComplex<std::complex<T>> : std::true_type {};

template <class T>
T value(Op op, uint64_t seed, int pe, size_t i) {
  const uint64_t bits = pattern(seed, pe, static_cast<int>(op), i);
  if constexpr (IsComplex<T>::value) {
    using R = typename T::value_type;
    return {static_cast<R>(static_cast<int>(bits % 5) - 2), static_cast<R>(static_cast<int>(bits / 5 % 5) - 2)};
  } else if constexpr (std::is_floating_point_v<T>) {
    if (op == Op::prod) return static_cast<T>((bits & 1 ? -1 : 1) * (bits & 2 ? 1.5 : bits & 4 ? 2 : 0.5));
    return static_cast<T>(static_cast<int>(bits % 2001) - 1000) / 4;
  } else if (std::is_signed_v<T> && op == Op::sum) {
    return static_cast<T>(static_cast<int>(bits % 31) - 15);
  } else if (std::is_signed_v<T> && op == Op::prod) {
    return static_cast<T>((bits & 1 ? -1 : 1) * (pe < 5 && (bits & 2) ? 2 : 1));
  } else {
    return static_cast<T>(bits);
  }
}

template <class T>
T fold_whole(Op op, const std::vector<T>& terms) {
  uint64_t modular = op == Op::prod ? 1 : 0;
  Wide extreme = static_cast<Wide>(terms[0]);
  if (op == Op::bitwise_and) modular = ~uint64_t{0};
  for (const T term : terms) {
    const auto bits = static_cast<uint64_t>(term);
    switch (op) {
      case Op::bitwise_and:
        modular &= bits;
        break;
      case Op::bitwise_or:
        modular |= bits;
        break;
      case Op::bitwise_xor:
        modular ^= bits;
        break;
      case Op::sum:
        modular += bits;
        break;
      case Op::prod:
        modular *= bits;
        break;
      case Op::max:
        extreme = static_cast<Wide>(term) > extreme ? static_cast<Wide>(term) : extreme;
        break;
      case Op::min:
        extreme = static_cast<Wide>(term) < extreme ? static_cast<Wide>(term) : extreme;
        break;
    }
  }
  return op == Op::max || op == Op::min ? static_cast<T>(extreme) : static_cast<T>(modular);
}

template <class T>
T fold_real(Op op, const std::vector<T>& terms) {
  long double result = terms[0];
  for (size_t k = 1; k < terms.size(); ++k) {
    const long double term = terms[k];
    switch (op) {
      case Op::max:
        result = term > result ? term : result;
        break;
      case Op::min:
        result = term < result ? term : result;
        break;
      case Op::sum:
        result += term;
        break;
      default:
        result *= term;
    }
  }
  return static_cast<T>(result);
}

template <class T>
T fold_complex(Op op, const std::vector<T>& terms) {
  long double re = terms[0].real(), im = terms[0].imag();
  for (size_t k = 1; k < terms.size(); ++k) {
    const long double a = terms[k].real(), b = terms[k].imag(), old = re;
    re = op == Op::sum ? re + a : re * a - im * b;
    im = op == Op::sum ? im + b : old * b + im * a;
  }
  using R = typename T::value_type;
  return {static_cast<R>(re), static_cast<R>(im)};
}

// Combines at least one term.
template <class T>
T fold(Op op, const std::vector<T>& terms) {
  if constexpr (IsComplex<T>::value)
    return fold_complex(op, terms);
  else if constexpr (std::is_floating_point_v<T>)
    return fold_real(op, terms);
  else
    return fold_whole(op, terms);
}

// The oracle: element i over the given PEs, in this order.
template <class T>
T expected(Op op, uint64_t seed, const std::vector<int>& pes, size_t i) {
  std::vector<T> terms;
  for (const int pe : pes) terms.push_back(value<T>(op, seed, pe, i));
  return fold(op, terms);
}

}  // namespace
