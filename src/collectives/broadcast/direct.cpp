#include "collectives/broadcast/broadcast.hpp"
#include "collectives/peer_buffer.hpp"
#include "collectives/round.hpp"

namespace isthmus::collectives {

void direct_broadcast(const Broadcast& task) {
  Round round(task.call.group.team()->node);
  if (!task.is_root()) {
    round.await(task.root);
    std::memcpy(task.dest, PeerBuffer(task.call, task.source, task.bytes).of(task.root), task.bytes);
    return round.leave();
  }
  round.arrive_empty();
  if (task.root_too) std::memcpy(task.dest, task.source, task.bytes);
  round.leave_together();
}

}  // namespace isthmus::collectives
