// Segments of endpoints that the client creates. They are memory of one process, so that only their owner reaches them:
// a put or get is a message to it, in pieces. The segment of the primordial endpoint is not among them (job.hpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine.hpp"
#include "event.hpp"
#include "job.hpp"

namespace isthmus::gasnet {

/// Where the segment of an endpoint is, at its owner; `bytes` is 0 where it has none.
struct Bound {
  std::uintptr_t base = 0;
  std::size_t bytes = 0;
};

void start_segments();

/// The segment of an endpoint of a rank, if that is known here without asking. Does not wait.
std::optional<Bound> known_segment(Rank rank, gex_EP_Index_t index);
/// The segment of an endpoint of a rank; asks the rank if it has not published it. Not for handlers.
Bound bound_segment(Rank rank, gex_EP_Index_t index);

// The event counts every piece.
void put_to_created(isthmus_gasnet_event& event, Rank rank, void* dest, const void* src, std::size_t bytes);
void get_from_created(isthmus_gasnet_event& event, void* dest, Rank rank, const void* src, std::size_t bytes);

/// Sends a long message to a rank whose segment is of this sort: its payload goes before it, in the same order.
int send_to_created(Rank to, const Content& content);

}  // namespace isthmus::gasnet
