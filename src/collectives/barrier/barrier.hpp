// Synchronisation of a team: nobody leaves before everybody has come. Stores made before are visible after.
#pragma once
#include "comm/team.hpp"

namespace isthmus::collectives {

/// Takes the one that the rules say.
void sync(comm::Team& team);

/// The last of a team. Never one in which a PE looks at another's slot: in dissemination each flag has one writer,
/// whose words arrive in order, and each PE looks at its own slot alone. Who leaves has all that will ever be written
/// there, on whatever way it came, so it may reuse its slot for another team at once.
void last_sync(comm::Team& team);

// The algorithms. Those on the node take the members that are there.

/// Each shows a flag and looks at everybody's: one hand-over of a cache line, many at once.
void flags_barrier(comm::Neighbours& node);
/// log2(n) rounds, in round r a flag from the member 2^r below: fewest hand-overs when every PE has a core.
void dissemination_barrier(comm::Neighbours& node);
/// One counter and one release flag on the first: each PE needs to be scheduled once, so for many that share cores.
void central_barrier(comm::Neighbours& node);
/// Dissemination over all members, wherever they are: a flag crosses the wire as one word that nobody waits for, and
/// each PE waits on its own slot alone.
void flat_barrier(comm::Team& team);
/// The members of a node come to its first, these meet over the wire and let the others go: one word on the wire for
/// each node and doubling, whatever the number of members.
void two_level_barrier(comm::Team& team);

}  // namespace isthmus::collectives
