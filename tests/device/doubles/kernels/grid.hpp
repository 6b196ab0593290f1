// The grid of a kernel on the host: one thread that runs as each thread of the grid in turn.
#pragma once
#include "memkind/kernels/work.hpp"

#define ISTHMUS_KERNEL static

namespace isthmus::kernels {

template <class T>
using Global = T*;

inline thread_local Address now = 0;
inline Address thread() { return now; }

}  // namespace isthmus::kernels
