#include "runtime/team_memory.hpp"

#include "collectives/barrier/barrier.hpp"
#include "collectives/group/team_group.hpp"
#include "collectives/group/team_memory.hpp"
#include "ops/order.hpp"

namespace isthmus::runtime {

void* team_allocate(Job& job, comm::Team& team, std::size_t bytes, std::size_t alignment) {
  collectives::TeamGroup group(team);
  return collectives::team_allocate(job.memory->team_heap(), group, bytes, alignment);
}

void team_free(Job& job, comm::Team& team, void* p) {
  ops::quiet(world.context);
  collectives::sync(team);
  job.memory->team_heap().free(team.slot, p);
}

}  // namespace isthmus::runtime
