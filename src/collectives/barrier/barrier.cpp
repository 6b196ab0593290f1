#include "collectives/barrier/barrier.hpp"

#include "collectives/rules.hpp"

namespace isthmus::collectives {

void sync(comm::Team& team) {
  if (team.pes.size() == 1) return;
  switch (choose(Operation::barrier, team)) {
    case Algorithm::flags:
      return flags_barrier(team.node);
    case Algorithm::dissemination:
      return dissemination_barrier(team.node);
    case Algorithm::central:
      return central_barrier(team.node);
    case Algorithm::two_level:
      return two_level_barrier(team);
    default:
      return team.wire ? flat_barrier(team) : dissemination_barrier(team.node);
  }
}

void last_sync(comm::Team& team) { team.wire ? flat_barrier(team) : dissemination_barrier(team.node); }

}  // namespace isthmus::collectives
