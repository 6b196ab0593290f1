// The host as a machine that kernels run on: one thread, which takes the place of each of the grid's in turn.
#pragma once
#include "memkind/kernels/work.hpp"

#define ISTHMUS_KERNEL static

namespace isthmus::kernels {

template <class T>
using Global = T*;

inline thread_local Address now = 0;
inline Address thread() { return now; }

}  // namespace isthmus::kernels
