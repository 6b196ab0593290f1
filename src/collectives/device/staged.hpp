// Collectives on device buffers by way of host memory: each member's driver brings a block to memory that is symmetric
// over the team, the host's algorithms do the collective there, and the driver takes the result to the device. For
// members that cannot reach each other's device memory, and for small sizes, where two copies of one PE's own cost less
// than one from every peer.
#pragma once
#include <cstddef>

#include "collectives/device/device.hpp"

namespace isthmus::collectives {

/// Whether a collective goes staged; every member comes to the same answer. Ends the job where there is no sync state.
bool goes_staged(const Call& call);
/// Also where all is mapped, but a member brings no more than the kind's limit.
template <class Task>
bool goes_staged(const Task& task, std::size_t memkind::Limits::*limit, std::size_t bytes) {
  return goes_staged(task.call) || bytes <= device_kind(task.call, task.dest, task.source).device->limits->*limit;
}

void staged_broadcast(const Broadcast& task);
void staged_fcollect(const Collect& task);
void staged_collect(const Collect& task);
void staged_alltoall(const Alltoall& task);
void staged_reduce(const Reduce& task);
void staged_scan(const Scan& task);

}  // namespace isthmus::collectives
