// Memory that is symmetric over a team: see collectives/group/team_memory.hpp.
#pragma once
#include <cstddef>

#include "runtime/world.hpp"

namespace isthmus::runtime {

/// Collective over the team. Null on all members when no range of the team heap is free on all of them.
void* team_allocate(Job& job, comm::Team& team, std::size_t bytes, std::size_t alignment);

/// Collective over the team: completes the operations of all members on their default contexts before the block can be
/// allocated again. `p` must be a block of this team.
void team_free(Job& job, comm::Team& team, void* p);

}  // namespace isthmus::runtime
