// How a put of one value looks at its context's window, in plain C++. arch/aarch64 has another file of this name, which
// says what each function is for; CMake chooses.
#pragma once
#include "comm/wire_window.hpp"

namespace isthmus::comm {

[[gnu::always_inline]] inline void load_peers(const WireWindow& window, const std::uintptr_t*& peers,
                                              ofi::Endpoint*& endpoint) {
  peers = window.peers;
  endpoint = window.endpoint;
}

[[gnu::always_inline]] inline bool is_negative(std::uintptr_t entry) { return static_cast<std::intptr_t>(entry) < 0; }

[[gnu::always_inline]] inline std::uintptr_t reload(const std::uintptr_t& place) {
  return __atomic_load_n(&place, __ATOMIC_RELAXED);
}

template <auto& object, std::size_t offset>
[[gnu::always_inline]] inline const void* at_page_start() {
  return reinterpret_cast<const char*>(&object) + offset;
}

}  // namespace isthmus::comm
