// Reductions and scans over the members of a team. One thread handles an element of all members. A reduction reads it
// from all members before it writes to any; a scan writes to a member only after it has read from that member. So dest
// may be the same as source. A member whose address in `to` is 0 gets no result.
#pragma once
#include "memkind/kernels/elements.hpp"

namespace isthmus::kernels {

template <class Op, class T>
T combined(T a, T b) {
  return Op::of(a, b);
}
/// Combines part by part, by recursion: compilers keep a pack that a loop indexes in memory, not in registers.
template <class Op, class T, unsigned Part = 0>
Pack<T> combined(Pack<T> a, const Pack<T>& b) {
  if constexpr (Part < Pack<T>::kCount) {
    a.of[Part] = Op::of(a.of[Part], b.of[Part]);
    a = combined<Op, T, Part + 1>(a, b);
  }
  return a;
}

/// Reduces one element or pack, `at` bytes from the start of each member's buffer.
template <class Op>
struct Reduction {
  template <class E>
  static void one(const Work& work, Address at) {
    E sum = Element<E>::load(work.from[0] + at);
    for (unsigned m = 1; m < work.members; ++m) sum = combined<Op>(sum, Element<E>::load(work.from[m] + at));
    for (unsigned m = 0; m < work.members; ++m)
      if (work.to[m]) Element<E>::store(work.to[m] + at, sum);
  }
};
/// Scans one element or pack. An exclusive scan gives the first member zero.
template <bool inclusive>
struct Scanning {
  template <class E>
  static void one(const Work& work, Address at) {
    E before{}, with = Element<E>::load(work.from[0] + at);
    if (work.to[0]) Element<E>::store(work.to[0] + at, inclusive ? with : before);
    for (unsigned m = 1; m < work.members; ++m) {
      before = with;
      with = combined<Sum>(before, Element<E>::load(work.from[m] + at));
      if (work.to[m]) Element<E>::store(work.to[m] + at, inclusive ? with : before);
    }
  }
};

}  // namespace isthmus::kernels
