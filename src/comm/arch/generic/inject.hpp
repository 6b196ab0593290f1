// Puts of a small value on the wire, in plain C++. arch/aarch64 has another file of this name, which says what each
// function is for; CMake chooses.
#pragma once
#include "comm/wire_window.hpp"

namespace isthmus::comm {

/// Gives `value` to the provider's inject, for offset `offset` of the heap of the PE that the entry names.
template <class T>
[[gnu::always_inline]] inline void inject_value(fid_ep* handle, T value, std::uintptr_t entry, std::uintptr_t offset,
                                                const WireWindow* window) {
  inject_large(handle, value, entry, offset, window);
}

[[gnu::always_inline]] inline void load_peers(const WireWindow& window, const std::uintptr_t*& peers, fid_ep*& handle) {
  peers = window.peers;
  handle = window.handle;
}

[[gnu::always_inline]] inline bool is_negative(std::uintptr_t entry) { return static_cast<std::intptr_t>(entry) < 0; }

[[gnu::always_inline]] inline std::uintptr_t reload(std::uintptr_t value) { return value; }

template <auto& object, std::size_t offset>
[[gnu::always_inline]] inline const void* at_page_start() {
  return reinterpret_cast<const char*>(&object) + offset;
}

}  // namespace isthmus::comm
