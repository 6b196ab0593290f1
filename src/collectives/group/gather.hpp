// A few bytes of every member, for every member, over several nodes: the members of a node show theirs to its first,
// the first leaders exchange what they have with the node 2^r away (Bruck's allgather), and show it all around.
#pragma once
#include <algorithm>

#include "collectives/group/leaders.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

/// How many bytes each member may bring; 0 where there are too many members.
inline std::size_t gather_room(const comm::Nodes& nodes) {
  const std::size_t node = ReceiveBuffer::kBytes / static_cast<std::size_t>(nodes.count()) / 16 * 16;
  return std::min(node / static_cast<std::size_t>(nodes.largest), Round::kBytes / nodes.node_of.size());
}

/// `bytes` at `mine` become part of `all`, in team order. `all` may not overlap `mine`. Returns when this member has
/// everything.
void gather(comm::Team& team, const void* mine, std::size_t bytes, void* all);

/// What the members of a node bring, as if every node had as many as the largest.
inline std::size_t gather_stride(const comm::Nodes& nodes, std::size_t bytes) {
  return ReceiveBuffer::padded(bytes * static_cast<std::size_t>(nodes.largest));
}
/// Whether so many bytes of each member fit into large receive buffers.
inline bool gather_fits(const comm::Nodes& nodes, std::size_t bytes) {
  return static_cast<std::size_t>(nodes.count()) * gather_stride(nodes, bytes) <= ReceiveBuffer::kLargeBytes;
}
/// The same for more bytes, from symmetric memory to dest, where the team has large receive buffers.
void gather_large(const Call& call, const void* source, std::size_t bytes, char* dest);

}  // namespace isthmus::collectives
