// The form of messages between nodes.
#pragma once
#include <shmemx.h>

#include <cstddef>
#include <cstdint>

#include "wire.hpp"

namespace isthmus::gasnet {

/// credit: only tells how many requests were handled. piece: of a long payload, which is put to its place.
enum class Role : std::uint8_t { request, reply, credit, piece };

/// What a message on the wire begins with. A LongPlace follows in long messages and pieces, then the arguments and the
/// payload.
struct Head {
  Category category;
  Role role;
  std::uint8_t nargs;
  gex_AM_Index_t handler;
  std::uint16_t carried;  ///< bytes of the payload in the message
  EndpointPair pair;
  std::uint64_t handled;  ///< requests of the receiver that the sender has handled
};
static_assert(sizeof(Head) == 16 && kMaxMediumWire < 1 << 16);

/// Room for any message, and for one without a payload.
constexpr std::size_t kMaxHeads = sizeof(Head) + sizeof(LongPlace) + kMaxArgs * sizeof(gex_AM_Arg_t);
struct alignas(8) Whole {
  std::byte frame[SHMEMX_WIRE_FRAME];
  std::byte bytes[kMaxHeads + kMaxMediumWire];
};
struct alignas(8) Small {
  std::byte frame[SHMEMX_WIRE_FRAME];
  std::byte bytes[kMaxHeads];
};

}  // namespace isthmus::gasnet
