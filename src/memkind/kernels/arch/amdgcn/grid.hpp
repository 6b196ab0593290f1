// What kernels need from the compiler for AMD's devices.
#pragma once
#include "memkind/kernels/work.hpp"

#define ISTHMUS_KERNEL __attribute__((amdgpu_kernel, amdgpu_flat_work_group_size(256, 256), visibility("protected")))
static_assert(isthmus::kernels::kBlock == 256);

namespace isthmus::kernels {

template <class T>
using Global = T __attribute__((address_space(1)))*;

inline Address thread() {
  return static_cast<Address>(__builtin_amdgcn_workgroup_id_x()) * kBlock + __builtin_amdgcn_workitem_id_x();
}

/// Compare-and-swap of system scope; returns the old value.
template <class T>
T compare_exchange(Address word, T expected, T desired) {
  __scoped_atomic_compare_exchange_n(reinterpret_cast<Global<T>>(word), &expected, desired, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE, __MEMORY_SCOPE_SYSTEM);
  return expected;
}

}  // namespace isthmus::kernels
