#include "base/wait.hpp"
#include "collectives/barrier/barrier.hpp"

namespace isthmus::collectives {

void dissemination_barrier(comm::Team& team) {
  const std::uint64_t generation = ++team.generation;
  comm::SyncSlot& mine = *team.slots[static_cast<std::size_t>(team.me)];
  const int size = team.pes.size();
  for (int round = 0, distance = 1; distance < size; ++round, distance *= 2) {
    const auto r = static_cast<std::size_t>(round);
    const int to = team.me + distance < size ? team.me + distance : team.me + distance - size;
    team.slots[static_cast<std::size_t>(to)]->round[r].generation.store(generation, std::memory_order_release);
    // A neighbour may already be one generation ahead, never behind.
    base::wait_until([&] { return mine.round[r].generation.load(std::memory_order_acquire) >= generation; });
  }
}

}  // namespace isthmus::collectives
