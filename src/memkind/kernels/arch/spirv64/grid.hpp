// What kernels need from the compiler for SPIR-V, which Level Zero loads.
#pragma once
#include "memkind/kernels/work.hpp"

#define ISTHMUS_KERNEL __attribute__((device_kernel))

namespace isthmus::kernels {

template <class T>
using Global = T __attribute__((address_space(1)))*;

inline Address thread() { return __builtin_spirv_global_invocation_id(0); }

}  // namespace isthmus::kernels
