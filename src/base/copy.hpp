// The memory copy of all calls that move data in mapped memory.
#pragma once
#include <cstddef>

#include "base/cpu.hpp"

namespace isthmus::base {

/// memmove, without the C library's attribute that forbids null pointers: a call of 0 elements may come with them.
extern "C" void* move_bytes(void* dest, const void* source, std::size_t bytes) __asm__("memmove");

/// As memmove, with software prefetch. `bytes` is at least kLongCopy.
void copy_long(void* dest, const void* source, std::size_t bytes);

/// As memmove, which it calls for all but long copies.
[[gnu::always_inline]] inline void copy(void* dest, const void* source, std::size_t bytes) {
  if (bytes < kLongCopy) [[likely]]
    move_bytes(dest, source, bytes);
  else
    copy_long(dest, source, bytes);
}

}  // namespace isthmus::base
