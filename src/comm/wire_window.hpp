// What small operations need of their context: where the heap is, and how its copies on other PEs are reached. The
// functions of arch/ depend on the layout.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "transport/ofi/endpoint.hpp"

namespace isthmus::comm {

struct WireWindow {
  std::uintptr_t base = 0;
  std::size_t size = 0;                   ///< of the heap without its last bytes, see Context::kMargin
  const std::uintptr_t* peers = nullptr;  ///< see memory::PeerTable
  ofi::Endpoint* endpoint = nullptr;      ///< null in a job on one node
  std::uint64_t key = 0;                  ///< the heap's memory registration key
  std::uint64_t region = 0;               ///< and its number among the registered segments
  const ofi::Region* heap = nullptr;
};

/// The compiler takes the arguments, but for floating-point numbers, for new values from here on. It then need not keep
/// the old ones, which a way that is taken more often has in registers of its own, for what follows.
template <class... Values>
[[gnu::always_inline]] inline void as_new(Values&... values) {
  const auto one = [](auto& value) __attribute__((always_inline)) {
    if constexpr (!std::is_floating_point_v<std::remove_reference_t<decltype(value)>>) asm("" : "+r"(value));
  };
  (one(values), ...);
}

}  // namespace isthmus::comm
