// The grid of a kernel on the host: one thread that runs as each thread of the grid in turn.
#pragma once
#include "memkind/kernels/work.hpp"

#define ISTHMUS_KERNEL static

namespace isthmus::kernels {

template <class T>
using Global = T*;

inline thread_local Address now = 0;
inline Address thread() { return now; }

template <class T>
T compare_exchange(Address word, T expected, T desired) {
  __atomic_compare_exchange_n(reinterpret_cast<T*>(word), &expected, desired, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  return expected;
}

}  // namespace isthmus::kernels
