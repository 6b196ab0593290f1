#include <algorithm>

#include "collectives/alltoall/alltoall.hpp"
#include "collectives/group/peer_buffer.hpp"

namespace isthmus::collectives {

void flat_alltoall(const Alltoall& task) {
  Group& group = task.call.group;
  const PeerBuffer from(task.call, task.source, task.span());
  WireBlock block;
  // Over the wire elements are fetched with the gaps between them, as many at a time as a block holds.
  const bool dense = task.source_step == task.element && task.dest_step == task.element;
  const std::size_t most = std::max<std::size_t>(kWireBlock / task.source_step, 1);
  group.sync();
  for (int step = 0; step < group.size(); ++step) {
    const int member = (group.me() + step) % group.size();
    const std::size_t mine = task.offset_for(group.me());
    char* to = task.dest_from(member);
    if (dense) {
      from.read(member, mine, to, task.block());
      continue;
    }
    for (std::size_t i = 0; i < task.n; i += most) {
      const std::size_t now = std::min(most, task.n - i);
      const char* theirs =
          from.view(member, mine + i * task.source_step, (now - 1) * task.source_step + task.element, block);
      copy_elements(to + i * task.dest_step, task.dest_step, theirs, task.source_step, now, task.element);
    }
  }
  group.sync();
}

}  // namespace isthmus::collectives
