// What PEs ask of one another's device proxies, in a ring or on the wire: a request, and its answer. On the wire up to
// kCarried bytes of data come with either.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "transport/ofi/channel.hpp"
#include "transport/ofi/endpoint.hpp"

namespace isthmus::ops {

struct ProxyRequest {
  enum What : std::uint8_t { put, get, atomic, answer };

  std::uint8_t type = ofi::Channel::proxy_request;
  What what{};
  ofi::Atomic op{};        ///< of an atomic, and its bytes
  std::uint8_t word = 0;   ///< 4 or 8
  std::uint32_t slot = 0;  ///< of the sender's, where the data is, or goes
  std::int32_t source = 0;
  std::int32_t partition = 0;
  std::uint64_t offset = 0;
  std::uint32_t bytes = 0;
  std::uint32_t carried = 0;  ///< that follow
  std::uint64_t operand = 0, compare = 0;
  std::uint64_t step = 0;   ///< from one piece to the next there; in the slot they lie one after the other
  std::uint64_t piece = 0;  ///< bytes of one; 0: all is one piece
};
static_assert(sizeof(ProxyRequest) == 64);

inline constexpr std::size_t kCarried = 4096;
static_assert(sizeof(ProxyRequest) + kCarried <= ofi::Channel::kMaxMessage);

using ProxyMessage = std::array<std::byte, sizeof(ProxyRequest) + kCarried>;

}  // namespace isthmus::ops
