#include "collectives/barrier/barrier.hpp"

namespace isthmus::collectives {
namespace {
void (*chosen)(comm::Team&) = dissemination_barrier;
}

void choose_barrier(bool cores_are_shared) { chosen = cores_are_shared ? central_barrier : dissemination_barrier; }

void sync(comm::Team& team) {
  if (team.pes.size() > 1) chosen(team);
}

}  // namespace isthmus::collectives
