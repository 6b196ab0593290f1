// The form of a message in a ring: a head, the arguments, and what a medium or long message has behind them.
#pragma once
#include <gasnet_fwd.h>

#include <cstddef>
#include <cstdint>

namespace isthmus::gasnet {

/// pooled: a medium message in a ring, whose payload is in the pool. Handlers see a medium one.
enum class Category : std::uint8_t { short_message, medium, long_message, pooled };

inline constexpr unsigned kMaxArgs = 16;

/// The endpoints of a message by their indices; 0 is the primordial one.
struct EndpointPair {
  std::uint8_t source = 0, target = 0;
};
/// The bits that a message in a ring has for the length of its payload and for the index of an endpoint.
inline constexpr unsigned kLengthBits = 18, kEndpointBits = 7;
static_assert(GASNET_MAXEPS <= 1 << kEndpointBits);

struct Message {
  std::uint32_t published;  ///< Ring's word: the bytes of the record
  Category category;
  bool reply;
  std::uint8_t nargs;
  gex_AM_Index_t handler;
  gex_Rank_t source;
  std::uint32_t bytes : kLengthBits;  ///< of a medium payload, which follows the arguments
  std::uint32_t source_ep : kEndpointBits, target_ep : kEndpointBits;

  EndpointPair pair() const { return {static_cast<std::uint8_t>(source_ep), static_cast<std::uint8_t>(target_ep)}; }
  gex_AM_Arg_t* args() { return reinterpret_cast<gex_AM_Arg_t*>(this + 1); }
};
static_assert(sizeof(Message) == 16);

/// Behind the arguments of a long message, whose payload is in its place already.
struct LongPlace {
  void* address;  ///< of the owner
  std::size_t bytes;
};

/// Where the payload of a medium message that is not pooled begins: aligned for any type.
constexpr std::size_t medium_offset(unsigned nargs) {
  return (sizeof(Message) + nargs * sizeof(gex_AM_Arg_t) + 15) & ~std::size_t{15};
}
/// Where a pooled message has the number of its slot.
constexpr std::size_t slot_offset(unsigned nargs) { return sizeof(Message) + nargs * sizeof(gex_AM_Arg_t); }
constexpr std::size_t place_offset(unsigned nargs) {
  return (sizeof(Message) + nargs * sizeof(gex_AM_Arg_t) + 7) & ~std::size_t{7};
}

}  // namespace isthmus::gasnet

/// Names a message to its handler; exists while the handler runs.
struct isthmus_gasnet_token {
  gex_Rank_t source;
  gex_AM_Index_t handler;
  isthmus::gasnet::Category category;
  bool reply;    ///< it is a reply, which cannot be replied to
  bool replied;  ///< it has been replied to
  isthmus::gasnet::EndpointPair pair;
};
