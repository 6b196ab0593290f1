// Where the members of a team are, when they are on several nodes; and how far its conversation over the wire has come.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "comm/sync_slot.hpp"

namespace isthmus::comm {

/// The same on all members, but for `mine`, `place` and the counters of words.
struct Nodes {
  std::vector<std::vector<int>>
      members;                         ///< of each node, in team order; the nodes in the order of their first members
  std::vector<int> node_of, place_of;  ///< by member: its node, and its place among the members there
  int mine = 0, place = 0;             ///< this member's
  int leaders = 0;                     ///< how many members the smallest node has
  int largest = 0;                     ///< and the largest
  bool in_order = true;                ///< each node's members follow one another in the team

  std::array<std::uint32_t, kLinks> sent{}, received{};  ///< words posted and awaited on each link (see SyncSlot)
  std::uint64_t receives = 0;                            ///< operations that have used the receive buffers
  std::uint64_t cleared = 0;  ///< everybody is known to be done with this one and those before

  int count() const { return static_cast<int>(members.size()); }
  const std::vector<int>& on(int node) const { return members[static_cast<std::size_t>(node)]; }
};

}  // namespace isthmus::comm
