// Synchronisation of a team: nobody leaves before everybody has come. Stores made before are visible after.
#pragma once
#include "comm/team.hpp"

namespace isthmus::collectives {

/// log2(n) rounds, in round r a flag from the member 2^r below: fewest cache-line hand-overs when every PE has a core.
void dissemination_barrier(comm::Team& team);

/// One counter and one release flag on member 0: each PE needs to be scheduled once, so the best when PEs share cores.
void central_barrier(comm::Team& team);

/// The one that fits this node: set by choose_barrier(), read by sync().
void choose_barrier(bool cores_are_shared);
void sync(comm::Team& team);

}  // namespace isthmus::collectives
