// Synchronisation of a team: no member leaves before all have arrived, and stores made before it are visible after it.
#pragma once
#include <span>

#include "collectives/rules.hpp"
#include "comm/team.hpp"

namespace isthmus::collectives {

/// Synchronises the team by the algorithm that the rules choose.
void sync(comm::Team& team);

/// The last synchronisation of a team before it is destroyed. This is always dissemination, in which no PE reads
/// another's slot, and each flag has one writer, whose words arrive in order. A PE that leaves has therefore received
/// everything that will ever be written to its slot, by whatever path, and may reuse the slot for another team at once.
void last_sync(comm::Team& team);

std::span<const Rule> barrier_rules();
std::span<const Algorithm<comm::Team&>> barrier_algorithms();

}  // namespace isthmus::collectives
