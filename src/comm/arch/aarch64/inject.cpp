#include "comm/arch/aarch64/inject.hpp"

// isthmus_inject_<bits>(x0 handle, x1 value, x2 bytes, x3 entry, x4 offset, x5 window)
// Everything that isthmus_injected needs lies on the stack while the provider runs: 0 return address, 8 offset,
// 16 value, 24 entry, 32 window, 40 bytes.
static_assert(offsetof(isthmus::comm::WireWindow, key) == 32 && offsetof(isthmus::comm::WireWindow, inject) == 40);
asm(R"(
  .text
  .align 4
  .hidden isthmus_inject_8, isthmus_inject_16, isthmus_inject_32, isthmus_inject_64
  .global isthmus_inject_8, isthmus_inject_16, isthmus_inject_32, isthmus_inject_64
  .type isthmus_inject_8, %function
  .type isthmus_inject_16, %function
  .type isthmus_inject_32, %function
  .type isthmus_inject_64, %function
isthmus_inject_8:
isthmus_inject_16:
isthmus_inject_32:
isthmus_inject_64:
  .cfi_startproc
  stp x30, x4, [sp, #-48]!
  .cfi_def_cfa_offset 48
  .cfi_offset 30, -48
  stp x1, x3, [sp, #16]
  stp x5, x2, [sp, #32]
  ldp x5, x6, [x5, #32]
  add x1, sp, #16
  mov w3, w3
  blr x6
  ldp x1, x5, [sp, #32]
  ldr x2, [sp, #24]
  ldr x3, [sp, #8]
  add x4, sp, #16
  bl isthmus_injected
  ldr x30, [sp], #48
  .cfi_restore 30
  .cfi_def_cfa_offset 0
  ret
  .cfi_endproc
  .size isthmus_inject_8, .-isthmus_inject_8
  .size isthmus_inject_16, .-isthmus_inject_16
  .size isthmus_inject_32, .-isthmus_inject_32
  .size isthmus_inject_64, .-isthmus_inject_64
)");
