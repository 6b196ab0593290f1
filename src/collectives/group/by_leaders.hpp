// Divides work on many bytes among several leaders of each node, each with its own slice.
#pragma once
#include <cstddef>

#include "collectives/group/leaders.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

/// The least bytes of a leader: for fewer, another leader is not worth its messages.
inline constexpr std::size_t kBytesPerLeader = 16384;

/// Calls `work(leaders, lead)` on the `lead` members of each node that lead for so many bytes, once all members of
/// their node have arrived. No member leaves before the leaders of its node are done.
template <class Work>
void by_leaders(comm::Team& team, std::size_t bytes, Work&& work) {
  Leaders leaders(team);
  Round round(team.node);
  round.arrive_empty();
  const int lead = leaders.leaders_for(bytes, kBytesPerLeader);
  if (leaders.place() < lead) {
    round.await_all();
    work(leaders, lead);
  }
  round.leave_together();
}

}  // namespace isthmus::collectives
