// Collectives on device buffers by way of host memory: each member's driver brings a block to memory that is symmetric
// over the team, the host's algorithms do the collective there, and the driver takes the result to the device. For
// members that cannot reach each other's device memory, and for small sizes, where two copies of one PE's own cost less
// than one from every peer.
#pragma once
#include <array>
#include <cstddef>

#include "collectives/device/device.hpp"
#include "collectives/rules.hpp"

namespace isthmus::collectives {

/// By operation: bytes that a member brings up to which it goes staged although all is mapped. Set once, before the
/// first collective.
inline std::array<std::size_t, kOperations> staged_until{};

/// Whether a collective goes staged; every member comes to the same answer. Ends the job where there is no sync state.
bool goes_staged(const Call& call, Operation operation, std::size_t bytes);

void staged_broadcast(const Broadcast& task);
void staged_fcollect(const Collect& task);
void staged_collect(const Collect& task);
void staged_alltoall(const Alltoall& task);
void staged_reduce(const Reduce& task);
void staged_scan(const Scan& task);

}  // namespace isthmus::collectives
