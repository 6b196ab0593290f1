#include "base/wait.hpp"
#include "collectives/barrier/barrier.hpp"

namespace isthmus::collectives {

void dissemination_barrier(comm::Neighbours& node) {
  const std::uint64_t generation = ++node.generation;
  comm::SyncSlot& mine = *node.slots[static_cast<std::size_t>(node.me)];
  const int size = node.size();
  for (int round = 0, distance = 1; distance < size; ++round, distance *= 2) {
    const auto r = static_cast<std::size_t>(round);
    const int to = node.me + distance < size ? node.me + distance : node.me + distance - size;
    node.slots[static_cast<std::size_t>(to)]->round[r].generation.store(generation, std::memory_order_release);
    // A neighbour may already be one generation ahead, never behind.
    base::wait_until([&] { return mine.round[r].generation.load(std::memory_order_acquire) >= generation; });
  }
  node.settled = generation - 1;
}

}  // namespace isthmus::collectives
