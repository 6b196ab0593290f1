// What a member of a group knows of the members on its own node. layers/mpi has such groups without a SHMEM job.
#pragma once
#include <cstdint>
#include <vector>

#include "base/waits_for.hpp"
#include "comm/sync_slot.hpp"

namespace isthmus::comm {

/// The members of a team that are on this node, this PE among them. They synchronise in rounds
/// (see collectives/group/round.hpp).
struct Neighbours {
  std::vector<SyncSlot*> slots;  ///< as mapped here, in team order
  int me = 0;                    ///< my place among them
  std::uint64_t generation = 0;  ///< of the last round that this PE entered
  std::uint64_t settled = 0;     ///< every member is known to be done with this generation
  std::uint64_t arrivals = 0;    ///< how often this PE has entered the central barrier
  base::TeamName team{};         ///< whose members they are, as shown by a member that waits long
  const int* pes = nullptr;      ///< the PEs of that team, if it has no stride

  int size() const { return static_cast<int>(slots.size()); }
};

/// Describes a wait for other members of the team, for base::wait_until().
struct OthersOf {
  const Neighbours& node;
  base::WaitsFor operator()() const { return base::waits_for_team(node.team, node.pes); }
};

}  // namespace isthmus::comm
