// The format of requests to a device proxy (ops/device_proxy.hpp) and of its answers, in a ring or on the wire. On the
// wire up to kCarried bytes of data follow either.
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
  ofi::Atomic op{};        ///< for an atomic: the operation
  std::uint8_t word = 0;   ///< for an atomic: the size of the word in bytes, 4 or 8
  std::uint32_t slot = 0;  ///< the requesting PE's slot, which holds the data or receives it
  std::int32_t source = 0;
  std::int32_t partition = 0;
  std::uint64_t offset = 0;
  std::uint32_t bytes = 0;
  std::uint32_t carried = 0;  ///< bytes of data that follow in the message
  std::uint64_t operand = 0, compare = 0;
  std::uint64_t step = 0;   ///< bytes between the starts of pieces in device memory; in the slot they are packed
  std::uint64_t piece = 0;  ///< bytes of a piece; 0: the data is one piece
};
static_assert(sizeof(ProxyRequest) == 64);

inline constexpr std::size_t kCarried = 4096;
static_assert(sizeof(ProxyRequest) + kCarried <= ofi::Channel::kMaxMessage);

using ProxyMessage = std::array<std::byte, sizeof(ProxyRequest) + kCarried>;

}  // namespace isthmus::ops
