#include "base/copy.hpp"
#include "collectives/collect/collect.hpp"
#include "collectives/group/peer_buffer.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

void direct_fcollect(const Collect& task) {
  Round round(task.call.group.team()->node);
  round.arrive_empty();
  const PeerBuffer from(task.call, task.source, task.bytes);
  base::copy(task.dest_of(round.me()), task.source, task.bytes);
  for (int step = 1; step < round.size(); ++step) {
    const int member = round.after(step);
    round.await(member);
    base::copy(task.dest_of(member), from.of(member), task.bytes);
  }
  round.leave_together();
}

}  // namespace isthmus::collectives
