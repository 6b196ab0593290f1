#include "base/wait.hpp"
#include "collectives/barrier/barrier.hpp"

namespace isthmus::collectives {

void central_barrier(comm::Team& team) {
  const std::uint64_t generation = ++team.generation;
  comm::SyncSlot& root = *team.slots.front();
  const std::uint64_t everybody = generation * static_cast<std::uint64_t>(team.pes.size());
  if (root.arrivals.generation.fetch_add(1, std::memory_order_acq_rel) + 1 == everybody)
    root.release.generation.store(generation, std::memory_order_release);
  else
    base::wait_until([&] { return root.release.generation.load(std::memory_order_acquire) >= generation; });
}

}  // namespace isthmus::collectives
