// An allgather of few bytes over several nodes: the members of a node show their bytes to its first leader, the first
// leaders exchange what they have with the node 2^r away (Bruck's allgather), and show the result to the members of
// their nodes.
#pragma once
#include <algorithm>

#include "collectives/group/leaders.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

/// How many bytes each member may contribute to gather(); 0 where there are too many members.
inline std::size_t gather_room(const comm::Nodes& nodes) {
  const std::size_t node = ReceiveBuffer::kBytes / static_cast<std::size_t>(nodes.count()) / 16 * 16;
  return std::min(node / static_cast<std::size_t>(nodes.largest), Round::kBytes / nodes.node_of.size());
}

/// Copies `bytes` at every member's `mine` to every member's `all`, in team order. `all` may not overlap `mine`.
/// Returns when this member has everything.
void gather(comm::Team& team, const void* mine, std::size_t bytes, void* all);

/// Bytes of a receive buffer for the members of one node, which are the same for all nodes, as if all had as many
/// members as the largest.
inline std::size_t gather_stride(const comm::Nodes& nodes, std::size_t bytes) {
  return ReceiveBuffer::padded(bytes * static_cast<std::size_t>(nodes.largest));
}
/// Whether `bytes` of each member fit into large receive buffers.
inline bool gather_fits(const comm::Nodes& nodes, std::size_t bytes) {
  return static_cast<std::size_t>(nodes.count()) * gather_stride(nodes, bytes) <= ReceiveBuffer::kLargeBytes;
}
/// Does the same as gather() for more bytes, which gather_fits() must allow. `source` is symmetric, and the team must
/// have large receive buffers.
void gather_large(const Call& call, const void* source, std::size_t bytes, char* dest);
/// The same for at most Round::kBytes at `mine`, which need not be symmetric.
void gather_shown(const Call& call, const void* mine, std::size_t bytes, char* dest);

}  // namespace isthmus::collectives
