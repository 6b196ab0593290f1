// Reductions and scans over members, on whatever machine grid.hpp is of. Each element is the affair of one thread,
// which reads it from everybody before it writes it to anybody, or to the member alone that it has read it from: dest
// may be source.
#pragma once
#include "memkind/kernels/elements.hpp"

namespace isthmus::kernels {

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

}  // namespace isthmus::kernels
