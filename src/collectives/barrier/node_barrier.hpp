// Barriers of the members of a group that are on one node.
#pragma once
#include "base/wait.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

/// Takes the time of one hand-over of a cache line between cores, because all members write and read flags at the same
/// time.
inline void flags_barrier(comm::Neighbours& node) {
  Round round(node);
  round.arrive_empty();
  round.await_all();
}

/// Each member reads log2(n) flags, and not n - 1, which pays off for many members if every PE has a core.
inline void dissemination_barrier(comm::Neighbours& node) {
  const std::uint64_t generation = ++node.generation;
  comm::SyncSlot& mine = *node.slots[static_cast<std::size_t>(node.me)];
  const int size = node.size();
  for (int round = 0, distance = 1; distance < size; ++round, distance *= 2) {
    const auto r = static_cast<std::size_t>(round);
    const int to = node.me + distance < size ? node.me + distance : node.me + distance - size;
    node.slots[static_cast<std::size_t>(to)]->round[r].generation.store(generation, std::memory_order_release);
    // A neighbour may already be one generation ahead, never behind.
    base::wait_until([&] { return mine.round[r].generation.load(std::memory_order_acquire) >= generation; }, nullptr,
                     comm::OthersOf{node});
  }
  node.settled = generation - 1;
}

/// The counter and the release flag are in the first member's slot. Each PE needs to be scheduled only once, so this is
/// for many PEs that share cores.
inline void central_barrier(comm::Neighbours& node) {
  const std::uint64_t visit = ++node.arrivals;
  comm::SyncSlot& root = *node.slots.front();
  const std::uint64_t everybody = visit * static_cast<std::uint64_t>(node.size());
  if (root.arrivals.generation.fetch_add(1, std::memory_order_acq_rel) + 1 == everybody)
    root.release.generation.store(visit, std::memory_order_release);
  else
    base::wait_until([&] { return root.release.generation.load(std::memory_order_acquire) >= visit; }, nullptr,
                     comm::OthersOf{node});
}

}  // namespace isthmus::collectives
