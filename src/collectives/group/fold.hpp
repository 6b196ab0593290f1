// Combines a few words of all members of a team over several nodes: the members of a node show theirs to its first
// leader, the first leaders combine what they have with the node 2^r away, and show the result to the members of their
// nodes. Each leader communicates with two others in each of log2(nodes) steps.
#pragma once
#include <cstdint>
#include <span>

#include "collectives/group/group.hpp"

namespace isthmus::collectives {

/// The most words that fold() takes, so that a receive buffer has room for those of every step.
inline constexpr std::size_t kFoldWords = 4;

/// Replaces every member's words by their combination. Returns when this member has it.
void fold(comm::Team& team, std::span<std::uint64_t> words, Fold how);

}  // namespace isthmus::collectives
