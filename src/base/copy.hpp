// The memory copy of all calls that move data in mapped memory.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/cpu.hpp"

namespace isthmus::base {

/// memmove, without the C library's attribute that forbids null pointers: a call of 0 elements may come with them.
extern "C" void* move_bytes(void* dest, const void* source, std::size_t bytes) __asm__("memmove");

/// As memmove, with software prefetch. `bytes` is at least kLongCopy.
void copy_long(void* dest, const void* source, std::size_t bytes);

/// As memmove, which it calls for all but long copies. Where kLongCopy is SIZE_MAX no length is compared.
[[gnu::always_inline]] inline void copy(void* dest, const void* source, std::size_t bytes) {
  if (kLongCopy == SIZE_MAX || bytes < kLongCopy) [[likely]]
    move_bytes(dest, source, bytes);
  else
    copy_long(dest, source, bytes);
}

/// One value at any address, by one instruction.
template <class T>
[[gnu::always_inline]] inline void store_value(void* dest, const void* source) {
  struct [[gnu::packed, gnu::may_alias]] Value {
    T value;
  };
  *static_cast<Value*>(dest) = *static_cast<const Value*>(source);
}

/// As store_once(), for any length.
void store_many(void* dest, const void* source, std::size_t bytes);

/// As copy(), for memory in which another PE may wait for an element: no byte is stored twice. memmove does that with the
/// last bytes of most lengths, and with all of 4 and 8 bytes: a PE that has seen the first store, and has changed
/// the element since, would find the old value again. Only where the two sides overlap is it memmove all the same.
[[gnu::always_inline]] inline void store_once(void* dest, const void* source, std::size_t bytes) {
  if (bytes == sizeof(std::uint64_t))
    store_value<std::uint64_t>(dest, source);
  else if (bytes == sizeof(std::uint32_t))
    store_value<std::uint32_t>(dest, source);
  else
    store_many(dest, source, bytes);
}

}  // namespace isthmus::base
