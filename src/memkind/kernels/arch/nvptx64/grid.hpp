// What kernels need from the compiler for NVIDIA's devices.
#pragma once
#include "memkind/kernels/work.hpp"

#define ISTHMUS_KERNEL __attribute__((nvptx_kernel))

namespace isthmus::kernels {

template <class T>
using Global = T __attribute__((address_space(1)))*;

inline Address thread() {
  return static_cast<Address>(__nvvm_read_ptx_sreg_ctaid_x()) * kBlock + __nvvm_read_ptx_sreg_tid_x();
}

}  // namespace isthmus::kernels
