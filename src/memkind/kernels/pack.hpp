// Kernels that pack elements with gaps between their bytes, and unpack them again. A thread moves one word, and threads
// with consecutive numbers move consecutive words of the packed form, so that accesses to that side are coalesced.
#pragma once
#include "memkind/kernels/elements.hpp"

namespace isthmus::kernels {

/// The number of the run that holds the packed byte `at` of a turn.
inline Address find_run(const Work& work, Address at) {
  Address low = 0, high = work.from[packing::runs];
  while (high - low > 1) {
    const Address middle = (low + high) / 2;
    const Address starts = Element<Address>::load(work.from[packing::run_list] + middle * sizeof(packing::Run));
    (starts <= at ? low : high) = middle;
  }
  return low;
}

/// Where the packed byte `at` of a section is in memory, from the section's first element on. `N` is the type in which
/// packed bytes are counted: devices divide 32-bit integers much faster.
template <class N>
Address place_of(const Work& work, N at) {
  const auto element = static_cast<N>(work.from[packing::element]);
  Address place = work.from[packing::extent] * (at / element);
  at %= element;
  for (unsigned loop = 0; loop < work.from[packing::loops]; ++loop) {
    const auto turn = static_cast<N>(work.from[packing::first_loop + 2 * loop]);
    place += work.from[packing::first_loop + 2 * loop + 1] * (at / turn);
    at %= turn;
  }
  if (work.from[packing::runs] == 1) return place + work.from[packing::run_list] + at;
  const Address run = work.from[packing::run_list] + find_run(work, at) * sizeof(packing::Run);
  return place + Element<Address>::load(run + sizeof(Address)) + (at - Element<Address>::load(run));
}

template <bool packs, class T, class N>
void move_words(const Work& work) {
  const auto words = static_cast<N>(work.head);
  for (Address i = thread(); i < work.head * work.members; i += work.threads) {
    const N section = static_cast<N>(i) / words, word = static_cast<N>(i) % words;
    const Address packed = work.to[section] + Address{word} * sizeof(T);
    const Address there = work.from[packing::base] + section * work.from[packing::step] +
                          place_of<N>(work, static_cast<N>(work.from[packing::first] + Address{word} * sizeof(T)));
    packs ? Element<T>::store(packed, Element<T>::load(there)) : Element<T>::store(there, Element<T>::load(packed));
  }
}

template <bool packs>
struct Packing {
  template <class T>
  static void all(const Work& work) {
    work.from[packing::narrow] ? move_words<packs, T, u32>(work) : move_words<packs, T, u64>(work);
  }
};

}  // namespace isthmus::kernels
