// Allocates memory that is symmetric over a team. Each member proposes the lowest offset that is free on its PE. While
// the proposals differ, the members search again from the highest of them, until all propose the same. Members whose
// allocations were the same so far, by far the most common case, agree after one exchange.
#pragma once
#include <cstddef>

#include "collectives/group/group.hpp"
#include "memory/team_heap.hpp"

namespace isthmus::collectives {

/// Collective over the group, which must be a team. Returns null on all members if no range is free on all of them.
void* team_allocate(memory::TeamHeap& heap, Group& group, std::size_t bytes, std::size_t alignment);

}  // namespace isthmus::collectives
