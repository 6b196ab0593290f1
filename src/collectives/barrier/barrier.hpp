// Synchronisation of a team: nobody leaves before everybody has come. Stores made before are visible after.
#pragma once
#include "comm/team.hpp"

namespace isthmus::collectives {

/// log2(n) rounds, in round r a flag from the member 2^r below: fewest cache-line hand-overs when every PE has a core.
void dissemination_barrier(comm::Team& team);

/// One counter and one release flag on member 0: each PE needs to be scheduled once, so the best when PEs share cores.
void central_barrier(comm::Team& team);

/// Dissemination where some members are not mapped: a flag crosses the wire as one word that nobody waits for, and each
/// PE waits on its own slot alone.
void wire_barrier(comm::Team& team);

/// The one that fits this node: set by choose_barrier(), read by sync() for teams whose members are all mapped.
void choose_barrier(bool cores_are_shared);
void sync(comm::Team& team);

/// The last of a team. Never the central barrier: in the others each flag has one writer, whose words arrive in order,
/// and each PE looks at its own slot alone. Who leaves has all that will ever be written there, on whatever way it
/// came, so it may reuse its slot for another team at once.
void last_sync(comm::Team& team);

}  // namespace isthmus::collectives
