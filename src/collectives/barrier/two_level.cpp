#include "collectives/barrier/barrier.hpp"
#include "collectives/group/leaders.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

void two_level_barrier(comm::Team& team) {
  Leaders leaders(team);
  Round in(team.node);
  in.arrive_empty();
  if (leaders.first()) {
    in.await_all();
    leaders.sync();
  }
  Round out(team.node);
  if (leaders.first())
    out.arrive_empty();
  else
    out.await(0);
  out.leave();
  in.saw_all();
  team.nodes->cleared = team.nodes->receives;
}

}  // namespace isthmus::collectives
