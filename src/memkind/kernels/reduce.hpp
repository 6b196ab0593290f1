// Reductions and scans over members, on whatever machine grid.hpp is of. Each element is the affair of one thread,
// which reads it from everybody before it writes it to anybody, or to the member alone that it has read it from: dest
// may be source.
#pragma once
#include <grid.hpp>  // of arch/<machine>

#include "memkind/kernels/arithmetic.hpp"
#include "memkind/kernels/work.hpp"

namespace isthmus::kernels {

using Raw16 = unsigned __attribute__((vector_size(16)));

template <class T>
struct Pack {
  static constexpr unsigned kCount = 16 / sizeof(T);
  T of[kCount];
};

template <class T>
struct Element {
  static T load(Address from) { return *reinterpret_cast<Global<const T>>(from); }
  static void store(Address to, T value) { *reinterpret_cast<Global<T>>(to) = value; }
};
/// Aligned as its parts are.
template <class Real>
struct Element<Complex<Real>> {
  static Complex<Real> load(Address from) {
    return {Element<Real>::load(from), Element<Real>::load(from + sizeof(Real))};
  }
  static void store(Address to, Complex<Real> value) {
    Element<Real>::store(to, value.re);
    Element<Real>::store(to + sizeof(Real), value.im);
  }
};
template <class T>
struct Element<Pack<T>> {
  static Pack<T> load(Address from) { return __builtin_bit_cast(Pack<T>, Element<Raw16>::load(from)); }
  static void store(Address to, Pack<T> value) { Element<Raw16>::store(to, __builtin_bit_cast(Raw16, value)); }
};

template <class Op, class T>
T combined(T a, T b) {
  return Op::of(a, b);
}
/// Part by part, without a loop: what is left of a loop would keep the pack in memory.
template <class Op, class T, unsigned Part = 0>
Pack<T> combined(Pack<T> a, const Pack<T>& b) {
  if constexpr (Part < Pack<T>::kCount) {
    a.of[Part] = Op::of(a.of[Part], b.of[Part]);
    a = combined<Op, T, Part + 1>(a, b);
  }
  return a;
}

/// What becomes of one element or pack, `at` bytes from each member's beginning.
template <class Op>
struct Reduction {
  template <class E>
  static void one(const Work& work, Address at) {
    E sum = Element<E>::load(work.from[0] + at);
    for (unsigned m = 1; m < work.members; ++m) sum = combined<Op>(sum, Element<E>::load(work.from[m] + at));
    for (unsigned m = 0; m < work.members; ++m) Element<E>::store(work.to[m] + at, sum);
  }
};
template <bool inclusive>
struct Scanning {
  template <class E>
  static void one(const Work& work, Address at) {
    E before{}, with = Element<E>::load(work.from[0] + at);
    Element<E>::store(work.to[0] + at, inclusive ? with : before);
    for (unsigned m = 1; m < work.members; ++m) {
      before = with;
      with = combined<Sum>(before, Element<E>::load(work.from[m] + at));
      Element<E>::store(work.to[m] + at, inclusive ? with : before);
    }
  }
};

template <class What, class T>
void each(const Work& work) {
  const Address packed = work.head * sizeof(T), rest = packed + work.packs * sizeof(Raw16);
  for (Address i = thread(); i < work.packs; i += work.threads)
    What::template one<Pack<T>>(work, packed + i * sizeof(Raw16));
  for (Address i = thread(); i < work.head; i += work.threads) What::template one<T>(work, i * sizeof(T));
  for (Address i = thread(); i < work.tail; i += work.threads) What::template one<T>(work, rest + i * sizeof(T));
}

}  // namespace isthmus::kernels
