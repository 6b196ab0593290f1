#include "base/wait.hpp"
#include "collectives/barrier/barrier.hpp"
#include "ops/remote.hpp"

namespace isthmus::collectives {

void flat_barrier(comm::Team& team) {
  const std::uint64_t generation = ++team.generation;
  comm::SyncSlot& mine = *team.node.slots[static_cast<std::size_t>(team.node.me)];
  const memory::Segment& internal = team.wire->memory()->internal();
  const int size = team.pes.size();
  for (int round = 0, distance = 1; distance < size; ++round, distance *= 2) {
    std::atomic<std::uint64_t>& flag = mine.round[static_cast<std::size_t>(round)].generation;
    const int to = team.me + distance < size ? team.me + distance : team.me + distance - size;
    ops::post(*team.wire, {internal, team.pes.pe(to), internal.offset(&flag)}, generation);
    // A neighbour may already be one generation ahead, never more. Not >=: a word may arrive in parts, and 0x1ff be
    // seen on the way from 0xff to 0x100.
    base::wait_until([&] { return flag.load(std::memory_order_acquire) - generation <= 1; });
  }
}

}  // namespace isthmus::collectives
