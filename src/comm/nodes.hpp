// The nodes of a team whose members are on several, and the counters of the team's communication over the wire.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "comm/sync_slot.hpp"

namespace isthmus::comm {

/// All of it is the same on all members, except `mine`, `place`, `sent` and `received`.
struct Nodes {
  std::vector<std::vector<int>>
      members;                         ///< of each node, in team order; the nodes in the order of their first members
  std::vector<int> node_of, place_of;  ///< by member: its node, and its place among the members there
  int mine = 0, place = 0;             ///< this member's
  int leaders = 0;                     ///< how many members can lead on every node: the size of the smallest
  int largest = 0;                     ///< the size of the largest node
  bool in_order = true;                ///< each node's members have consecutive numbers in the team

  std::array<std::uint32_t, kLinks> sent{}, received{};  ///< words posted and awaited on each link (see SyncSlot)
  /// Receive buffers, which operations take in turn, round and round.
  struct ReceiveRing {
    std::uint64_t taken = 0;    ///< bytes that operations have taken so far
    std::uint64_t cleared = 0;  ///< up to here every member is known to be done with them
  };
  ReceiveRing small_receives, large_receives;

  /// Called when every member is done with what it has received so far.
  void clear_receives() {
    for (ReceiveRing* ring : {&small_receives, &large_receives}) ring->cleared = ring->taken;
  }
  int count() const { return static_cast<int>(members.size()); }
  const std::vector<int>& on(int node) const { return members[static_cast<std::size_t>(node)]; }
};

}  // namespace isthmus::comm
