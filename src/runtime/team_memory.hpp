// Memory that is symmetric over a team: see collectives/group/team_memory.hpp.
#pragma once
#include <cstddef>

#include "runtime/world.hpp"

namespace isthmus::runtime {

/// Collective over the team. Null on all members when there is no place that all have.
void* team_allocate(Job& job, comm::Team& team, std::size_t bytes, std::size_t alignment);

/// Collective over the team: what members have done to the block on their default contexts is complete before anybody
/// can have it again. `p` must be a block of this team.
void team_free(Job& job, comm::Team& team, void* p);

}  // namespace isthmus::runtime
