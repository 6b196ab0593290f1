// Allocating memory that is symmetric over a team. The members propose the lowest place that each has; where these
// differ they go on from the highest of them, until all propose the same. Members that have allocated alike, by far the
// most common case, are done after one exchange.
#pragma once
#include <cstddef>

#include "collectives/group/group.hpp"
#include "memory/team_heap.hpp"

namespace isthmus::collectives {

/// Collective over the group, which must be a team. Null on all members when there is no place that all have.
void* team_allocate(memory::TeamHeap& heap, Group& group, std::size_t bytes, std::size_t alignment);

}  // namespace isthmus::collectives
