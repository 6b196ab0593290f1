// A kernel that changes one word atomically, so that what the host asks for is atomic with what kernels do.
#pragma once
#include "memkind/kernels/elements.hpp"

namespace isthmus::kernels {

/// The first thread changes the word at work.to[0] as work.from (word_change::Word) says, by compare-and-swap of system
/// scope, and stores the old value at work.to[1].
struct Changing {
  template <class T>
  static T changed(const Work& work, T old) {
    const T operand = static_cast<T>(work.from[word_change::operand]);
    switch (work.from[word_change::operation]) {
      case word_change::compare_swap:
        return old == static_cast<T>(work.from[word_change::compare]) ? operand : old;
      case word_change::add:
        return old + operand;
      case word_change::bit_and:
        return old & operand;
      case word_change::bit_or:
        return old | operand;
      case word_change::bit_xor:
        return old ^ operand;
      default:
        return operand;
    }
  }
  template <class T>
  static void all(const Work& work) {
    if (thread() != 0) return;
    T old = 0;
    for (;;) {
      const T seen = compare_exchange(work.to[0], old, changed(work, old));
      if (seen == old) break;
      old = seen;
    }
    Element<u64>::store(work.to[1], old);
  }
};

}  // namespace isthmus::kernels
