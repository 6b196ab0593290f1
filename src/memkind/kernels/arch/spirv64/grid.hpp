// What kernels need from the compiler for SPIR-V, which Level Zero loads.
#pragma once
#include "memkind/kernels/work.hpp"

#define ISTHMUS_KERNEL __attribute__((device_kernel))

namespace isthmus::kernels {

template <class T>
using Global = T __attribute__((address_space(1)))*;

inline Address thread() { return __builtin_spirv_global_invocation_id(0); }

/// Compare-and-swap of system scope; returns the old value.
template <class T>
T compare_exchange(Address word, T expected, T desired) {
  __scoped_atomic_compare_exchange_n(reinterpret_cast<Global<T>>(word), &expected, desired, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE, __MEMORY_SCOPE_SYSTEM);
  return expected;
}

}  // namespace isthmus::kernels
