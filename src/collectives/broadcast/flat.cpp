#include "collectives/broadcast/broadcast.hpp"
#include "collectives/group/peer_buffer.hpp"

namespace isthmus::collectives {

void flat_broadcast(const Broadcast& task) {
  Group& group = task.call.group;
  group.sync();  // the root's source may be read once the root is here
  if (!task.is_root() || task.root_too)
    PeerBuffer(task.call, task.source, task.bytes).read(task.root, 0, task.dest, task.bytes);
  group.sync();  // the root may change its source once everybody has read it
}

}  // namespace isthmus::collectives
