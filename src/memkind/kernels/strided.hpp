// A kernel that copies elements with gaps between their bytes: out of them, into them, or between two kinds of elements
// that have the same packed form. A thread moves one word, and threads with consecutive numbers move consecutive words
// of the packed form, so that accesses to a side without gaps are coalesced.
#pragma once
#include "memkind/kernels/elements.hpp"

namespace isthmus::kernels {

/// The number of the run that holds the packed byte `at` of a turn.
inline Address find_run(const Address* side, Address at) {
  Address low = 0, high = side[strided::runs];
  while (high - low > 1) {
    const Address middle = (low + high) / 2;
    const Address starts = Element<Address>::load(side[strided::run_list] + middle * sizeof(strided::Run));
    (starts <= at ? low : high) = middle;
  }
  return low;
}

/// Where the packed byte `at` of a section is, from the address of the section on. `N` is the type in which packed
/// bytes are counted: devices divide 32-bit integers much faster.
template <class N>
Address place_of(const Address* side, N at) {
  const auto element = static_cast<N>(side[strided::element]);
  if (element == 0) return at;
  Address place = side[strided::extent] * (at / element);
  at %= element;
  for (unsigned loop = 0; loop < side[strided::loops]; ++loop) {
    const auto turn = static_cast<N>(side[strided::first_loop + 2 * loop]);
    place += side[strided::first_loop + 2 * loop + 1] * (at / turn);
    at %= turn;
  }
  if (side[strided::runs] == 1) return place + side[strided::run_list] + at;
  const Address run = side[strided::run_list] + find_run(side, at) * sizeof(strided::Run);
  return place + Element<Address>::load(run + sizeof(Address)) + (at - Element<Address>::load(run));
}

template <class T, class N>
void move_words(const Work& work) {
  const auto words = static_cast<N>(work.head);
  for (Address i = thread(); i < work.head * work.members; i += work.threads) {
    const N section = static_cast<N>(i) / words, word = static_cast<N>(i) % words;
    const N at = static_cast<N>(work.packs + Address{word} * sizeof(T));
    const Address from = work.from[strided::kFirstSection + section] + place_of<N>(work.from, at);
    const Address to = work.to[strided::kFirstSection + section] + place_of<N>(work.to, at);
    Element<T>::store(to, Element<T>::load(from));
  }
}

struct Strided {
  template <class T>
  static void all(const Work& work) {
    work.tail ? move_words<T, u32>(work) : move_words<T, u64>(work);
  }
};

}  // namespace isthmus::kernels
