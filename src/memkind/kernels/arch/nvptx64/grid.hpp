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

/// Compare-and-swap of system scope; returns the old value. In PTX, since clang's own drops the scope.
inline unsigned compare_exchange(Address word, unsigned expected, unsigned desired) {
  unsigned old;
  asm volatile("atom.acq_rel.sys.global.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(word), "r"(expected), "r"(desired)
               : "memory");
  return old;
}
inline Address compare_exchange(Address word, Address expected, Address desired) {
  Address old;
  asm volatile("atom.acq_rel.sys.global.cas.b64 %0, [%1], %2, %3;" : "=l"(old) : "l"(word), "l"(expected), "l"(desired)
               : "memory");
  return old;
}

}  // namespace isthmus::kernels
