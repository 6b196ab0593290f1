#include "base/wait.hpp"
#include "collectives/barrier/barrier.hpp"

namespace isthmus::collectives {

void central_barrier(comm::Neighbours& node) {
  const std::uint64_t visit = ++node.arrivals;
  comm::SyncSlot& root = *node.slots.front();
  const std::uint64_t everybody = visit * static_cast<std::uint64_t>(node.size());
  if (root.arrivals.generation.fetch_add(1, std::memory_order_acq_rel) + 1 == everybody)
    root.release.generation.store(visit, std::memory_order_release);
  else
    base::wait_until([&] { return root.release.generation.load(std::memory_order_acquire) >= visit; });
}

}  // namespace isthmus::collectives
