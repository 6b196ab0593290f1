#include "collectives/broadcast/broadcast.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

void cell_broadcast(const Broadcast& task) {
  Round round(task.call.group.team()->node, task.bytes);
  if (task.is_root()) {
    round.arrive(task.source, task.bytes);
    if (task.root_too) std::memcpy(task.dest, task.source, task.bytes);
  } else {
    std::memcpy(task.dest, round.await(task.root), task.bytes);
  }
  round.leave();
}

}  // namespace isthmus::collectives
