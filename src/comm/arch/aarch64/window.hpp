// How a put of one value looks at its context's window, for 64-bit ARM: seven instructions up to the decision whether
// the value is stored or goes to the wire, where it needs no more than its arguments set for Endpoint::write_value.
#pragma once
#include "comm/wire_window.hpp"

namespace isthmus::comm {

/// Loads both by one instruction, each into the register in which write_value takes it, or the entry.
[[gnu::always_inline]] inline void load_peers(const WireWindow& window, const std::uintptr_t*& peers,
                                              ofi::Endpoint*& endpoint) {
  static_assert(offsetof(WireWindow, peers) == 16 && offsetof(WireWindow, endpoint) == 24);
  register const std::uintptr_t* table asm("x3");
  register ofi::Endpoint* in_place asm("x0");
  asm("ldp %0, %1, [%2, #16]" : "=&r"(table), "=r"(in_place) : "r"(&window), "m"(window));
  peers = table;
  endpoint = in_place;
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
