// Making and destroying teams. Sync state comes from a pool of slots that is the same size on every PE; which slot a
// new team gets is agreed by the parent: the lowest that is free on all of its PEs.
#pragma once
#include <optional>

#include "runtime/world.hpp"

namespace isthmus::runtime {

/// Local: the team object for a slot that has been agreed.
std::unique_ptr<comm::Team> make_team(const Job& job, comm::PeSet pes, int my_pe, int slot,
                                      comm::Lane lane = comm::Lane::foreground);

/// What split_strided and split_2d ask for: the set that this PE will be in, if any.
struct Wanted {
  std::optional<comm::PeSet> pes;
  int num_contexts = 0;
};

/// Collective over the parent. Makes `wanted.size()` teams at once, all or none on all PEs: false when the pool is
/// exhausted. `made[i]` is null where this PE is not a member.
bool split(Job& job, comm::Team& parent, const std::vector<Wanted>& wanted, std::vector<comm::Team*>& made);

/// Collective over the team; with its shareable contexts.
void destroy_team(Job& job, comm::Team& team);

/// Local, after the job's last barrier.
void destroy_all_teams(Job& job);

}  // namespace isthmus::runtime
