// Collectives where a buffer is device memory. Data moves through the IPC mappings of the peers' memory: the whole
// collective is one batch of copies and one synchronisation on each PE. Reductions and scans are done by kernels on the
// devices, or by the processor after a copy to host memory. Where there are no such mappings, see staged.hpp.
#pragma once
#include "collectives/alltoall/alltoall.hpp"
#include "collectives/broadcast/broadcast.hpp"
#include "collectives/collect/collect.hpp"
#include "collectives/reduce/reduce.hpp"
#include "collectives/scan/scan.hpp"

namespace isthmus::collectives {

inline bool on_device(const memory::Segment& dest, const memory::Segment& source) {
  return dest.kind->device || source.kind->device;
}
/// Whether the dest or some member's source is on a device. Collective where dest is not: a member that contributes
/// nothing may pass any source, so the members tell one another about theirs.
bool some_on_device(const Call& call, const void* dest, const void* source, std::size_t bytes);

/// The memory kind whose limits and kernels a collective uses: that of dest, or of source where dest is host memory.
inline const memkind::Kind& device_kind(const Call& call, const void* dest, const void* source) {
  const memkind::Kind& of_dest = call.world.kind_of(dest);
  return of_dest.device ? of_dest : call.world.kind_of(source);
}

void device_broadcast(const Broadcast& task);
void device_fcollect(const Collect& task);
void device_collect(const Collect& task);
void device_alltoall(const Alltoall& task);
void device_reduce(const Reduce& task);
void device_scan(const Scan& task);

}  // namespace isthmus::collectives
