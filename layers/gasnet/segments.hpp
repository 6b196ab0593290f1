// Segments of endpoints that the client creates. They are memory of one process, so that only their owner reaches them:
// a put or get is a message to it, in pieces. The segment of the primordial endpoint is not among them (job.hpp).
// Device memory of a rank of the node is mapped, where the driver allows it, and copied straight.
#pragma once
#include <shmemx.h>

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
  std::uint64_t shared = 0;  ///< 1: device memory that ranks of the owner's node may map by the handle
  shmemx_local_handle_t handle{};
};

void start_segments();

/// Ends the job if the bytes are not in the segment of the rank.
void check_bounds(const char* call, Rank rank, const Bound& bound, const void* address, std::size_t bytes);

/// The segment of an endpoint of a rank, if that is known here without asking. Does not wait.
std::optional<Bound> known_segment(Rank rank, gex_EP_Index_t index);
/// The segment of an endpoint of a rank; asks the rank if it has not published it. Not for handlers.
Bound bound_segment(Rank rank, gex_EP_Index_t index);

/// Where device memory of an endpoint of a rank is mapped here, for shmemx_local_copy, or null.
void* mapped_device(Rank rank, gex_EP_Index_t index, const void* address);
/// Whether the local endpoint of a pair has a segment in device memory, so that local addresses are the device's.
bool is_local_device(gex_TM_t tm);

// The event counts every piece.
/// With `immediate` they return false, having done nothing, if the first message would have to wait.
bool put_to_created(isthmus_gasnet_event& event, Rank rank, void* dest, const void* src, std::size_t bytes,
                    bool immediate);
bool get_from_created(isthmus_gasnet_event& event, void* dest, Rank rank, const void* src, std::size_t bytes,
                      bool immediate);

/// Sends a long message to a rank whose segment is of this sort: its payload goes before it, in the same order.
int send_to_created(Rank to, const Content& content);

}  // namespace isthmus::gasnet
