// Collectives on device buffers by way of host memory: each member copies a block to host memory that is symmetric over
// the team, the host's algorithms do the collective there, and each member copies the result to its device. This is for
// members that cannot map each other's device memory, and for small sizes, where a PE's two copies between its own
// device and the host cost less than one from every peer's device.
#pragma once
#include <cstddef>

#include "collectives/device/device.hpp"

namespace isthmus::collectives {

/// Whether a collective has to go through host memory. Every member comes to the same answer. Ends the job when the
/// group has no sync state but pSync.
bool goes_staged(const Call& call);
/// Also true where all device memory is mapped, but a member contributes no more `bytes` than this limit of the kind.
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
