// Loads and stores of elements in device memory, and the loop over the elements of a Work.
#pragma once
#include <grid.hpp>  // from arch/<machine>

#include "memkind/kernels/arithmetic.hpp"
#include "memkind/kernels/work.hpp"

namespace isthmus::kernels {

using Raw16 = unsigned __attribute__((vector_size(16)));

/// The elements of T that one access of 16 bytes moves.
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
/// A complex number is only aligned like one of its parts, so each part is accessed alone.
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
/// The bytes between the parts of a pair, and after them, are not the library's to write, so each part is accessed
/// alone, in a pack, too.
template <class Value, class Index>
struct Element<Pair<Value, Index>> {
  using Both = Pair<Value, Index>;
  static constexpr Address kIndex = __builtin_offsetof(Both, index);
  static Both load(Address from) { return {Element<Value>::load(from), Element<Index>::load(from + kIndex)}; }
  static void store(Address to, Both both) {
    Element<Value>::store(to, both.value);
    Element<Index>::store(to + kIndex, both.index);
  }
};
template <class Value, class Index>
struct Element<Pack<Pair<Value, Index>>> {
  using Both = Pair<Value, Index>;
  static Pack<Both> load(Address from) {
    Pack<Both> pack;
    for (unsigned i = 0; i < Pack<Both>::kCount; ++i) pack.of[i] = Element<Both>::load(from + i * sizeof(Both));
    return pack;
  }
  static void store(Address to, const Pack<Both>& pack) {
    for (unsigned i = 0; i < Pack<Both>::kCount; ++i) Element<Both>::store(to + i * sizeof(Both), pack.of[i]);
  }
};
template <class T>
struct Element<Pack<T>> {
  static Pack<T> load(Address from) { return __builtin_bit_cast(Pack<T>, Element<Raw16>::load(from)); }
  static void store(Address to, Pack<T> value) { Element<Raw16>::store(to, __builtin_bit_cast(Raw16, value)); }
};

/// Calls `What::all`, or, where there is none, `What::one` for each element of the work: for packs where addresses are
/// aligned, for single elements elsewhere.
template <class What, class T>
void each(const Work& work) {
  if constexpr (requires { What::template all<T>(work); }) {
    What::template all<T>(work);
  } else {
    const Address packed = work.head * sizeof(T), rest = packed + work.packs * sizeof(Raw16);
    for (Address i = thread(); i < work.packs; i += work.threads)
      What::template one<Pack<T>>(work, packed + i * sizeof(Raw16));
    for (Address i = thread(); i < work.head; i += work.threads) What::template one<T>(work, i * sizeof(T));
    for (Address i = thread(); i < work.tail; i += work.threads) What::template one<T>(work, rest + i * sizeof(T));
  }
}

}  // namespace isthmus::kernels
