#include "collectives/barrier/barrier.hpp"

namespace isthmus::collectives {
namespace {
void (*chosen)(comm::Team&) = dissemination_barrier;
}

void choose_barrier(bool cores_are_shared) { chosen = cores_are_shared ? central_barrier : dissemination_barrier; }

void sync(comm::Team& team) {
  if (team.wire) [[unlikely]]
    wire_barrier(team);
  else if (team.pes.size() > 1)
    chosen(team);
}

void last_sync(comm::Team& team) { team.wire ? wire_barrier(team) : dissemination_barrier(team); }

}  // namespace isthmus::collectives
