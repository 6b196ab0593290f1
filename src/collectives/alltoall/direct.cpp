#include "collectives/alltoall/alltoall.hpp"
#include "collectives/group/peer_buffer.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

void direct_alltoall(const Alltoall& task) {
  Round round(task.call.group.team()->node);
  round.arrive_empty();
  const PeerBuffer from(task.call, task.source, task.span());
  for (int step = 0; step < round.size(); ++step) {
    const int member = round.after(step);
    round.await(member);
    copy_elements(task.dest_from(member), task.dest_step, from.of(member) + task.offset_for(round.me()),
                  task.source_step, task.n, task.element);
  }
  round.leave_together();
}

}  // namespace isthmus::collectives
