// Synchronisation of a team: nobody leaves before everybody has come. Stores made before are visible after.
#pragma once
#include <span>

#include "collectives/rules.hpp"
#include "comm/team.hpp"

namespace isthmus::collectives {

/// Takes the algorithm that the rules say.
void sync(comm::Team& team);

/// The last of a team. Never one in which a PE looks at another's slot: in dissemination each flag has one writer,
/// whose words arrive in order, and each PE looks at its own slot alone. Who leaves has all that will ever be written
/// there, on whatever way it came, so it may reuse its slot for another team at once.
void last_sync(comm::Team& team);

std::span<const Rule> barrier_rules();
std::span<const Algorithm<comm::Team&>> barrier_algorithms();

}  // namespace isthmus::collectives
