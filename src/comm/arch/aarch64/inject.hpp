// Puts of a small value on the wire, for 64-bit ARM. Sixteen instructions lie between shmem_int_p and the provider;
// compilers spend more on saving registers, so the part with a stack frame is written out in inject.cpp.
#pragma once
#include <bit>
#include <type_traits>

#include "comm/wire_window.hpp"

namespace isthmus::comm {

// All are one function under four names: a value of any of these sizes is in the same register.
[[gnu::visibility("hidden")]] void inject_bits(fid_ep* handle, std::uint8_t value, std::size_t bytes,
                                               std::uintptr_t entry, std::uintptr_t offset,
                                               const WireWindow* window) __asm__("isthmus_inject_8");
[[gnu::visibility("hidden")]] void inject_bits(fid_ep* handle, std::uint16_t value, std::size_t bytes,
                                               std::uintptr_t entry, std::uintptr_t offset,
                                               const WireWindow* window) __asm__("isthmus_inject_16");
[[gnu::visibility("hidden")]] void inject_bits(fid_ep* handle, std::uint32_t value, std::size_t bytes,
                                               std::uintptr_t entry, std::uintptr_t offset,
                                               const WireWindow* window) __asm__("isthmus_inject_32");
[[gnu::visibility("hidden")]] void inject_bits(fid_ep* handle, std::uint64_t value, std::size_t bytes,
                                               std::uintptr_t entry, std::uintptr_t offset,
                                               const WireWindow* window) __asm__("isthmus_inject_64");

/// Gives `value` to the provider's inject, for offset `offset` of the heap of the PE that the entry names.
template <class T>
[[gnu::always_inline]] inline void inject_value(fid_ep* handle, T value, std::uintptr_t entry, std::uintptr_t offset,
                                                const WireWindow* window) {
  if constexpr (sizeof(T) == 8)
    inject_bits(handle, std::bit_cast<std::uint64_t>(value), sizeof value, entry, offset, window);
  else if constexpr (sizeof(T) == 4)
    inject_bits(handle, std::bit_cast<std::uint32_t>(value), sizeof value, entry, offset, window);
  else if constexpr (sizeof(T) == 2)
    inject_bits(handle, std::bit_cast<std::uint16_t>(value), sizeof value, entry, offset, window);
  else if constexpr (sizeof(T) == 1)
    inject_bits(handle, std::bit_cast<std::uint8_t>(value), sizeof value, entry, offset, window);
  else
    inject_large(handle, value, entry, offset, window);
}

/// Loads both by one instruction, the handle into the register in which inject_value passes it on.
[[gnu::always_inline]] inline void load_peers(const WireWindow& window, const std::uintptr_t*& peers, fid_ep*& handle) {
  static_assert(offsetof(WireWindow, peers) == 16 && offsetof(WireWindow, handle) == 24);
  register const std::uintptr_t* table asm("x3");  // in which inject_value passes the entry on
  register fid_ep* in_place asm("x0");
  asm("ldp %0, %1, [%2, #16]" : "=&r"(table), "=r"(in_place) : "r"(&window), "m"(window));
  peers = table;
  handle = in_place;
}

/// Tests the sign by one instruction. In plain C++ the compiler would merge the test with the comparison to 0 that
/// follows, and need one instruction more.
[[gnu::always_inline]] inline bool is_negative(std::uintptr_t entry) {
  asm goto("tbnz %0, #63, %l1" : : "r"(entry) : : negative);
  return false;
negative:
  return true;
}

/// Loads a value again. The compiler does not know that it is the one loaded before, so it keeps no register occupied
/// for a case that hardly ever comes.
[[gnu::always_inline]] inline std::uintptr_t reload(const std::uintptr_t& place) {
  std::uintptr_t value;
  asm volatile("ldr %0, %1" : "=r"(value) : "m"(place));
  return value;
}

/// The address `offset` bytes into an object, which must be the start of a page, by one instruction.
template <auto& object, std::size_t offset>
[[gnu::always_inline]] inline const void* at_page_start() {
  const void* found;
  asm("adrp %0, %1+%c2" : "=r"(found) : "S"(&object), "i"(offset));
  return found;
}

}  // namespace isthmus::comm
