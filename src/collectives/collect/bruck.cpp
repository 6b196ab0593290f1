#include "collectives/collect/collect.hpp"
#include "collectives/group/gather.hpp"

namespace isthmus::collectives {

void bruck_fcollect(const Collect& task) {
  comm::Team& team = *task.call.group.team();
  if (task.bytes <= gather_room(*team.nodes))
    gather(team, task.source, task.bytes, task.dest);
  else if (has_large_receive_buffers(task.call))
    gather_large(task.call, task.source, task.bytes, task.dest);
  else
    ring_fcollect(task);
}

}  // namespace isthmus::collectives
