#include <vector>

#include "base/product.hpp"
#include "collectives/collect/collect.hpp"
#include "collectives/group/peer_buffer.hpp"
#include "ops/order.hpp"

namespace isthmus::collectives {

void flat_fcollect(const Collect& task) {
  Group& group = task.call.group;
  const PeerBuffer from(task.call, task.source, task.bytes);
  group.sync();
  // Each starts with its own part, so that not everybody reads from the same member at once.
  for (int step = 0; step < group.size(); ++step) {
    const int member = (group.me() + step) % group.size();
    from.read(member, 0, task.dest_of(member), task.bytes);
  }
  group.sync();
}

void flat_collect(const Collect& task) {
  Group& group = task.call.group;
  group.share(task.bytes);
  std::size_t before = 0, whole = 0;
  for (int member = 0; member < group.size(); ++member) {
    if (member == group.me()) before = whole;
    whole = base::sum(whole, group.shared(member, 0));
  }
  if (whole > 0) {
    // Parts are written to everybody's dest, not read from everybody's source, because a member without elements may
    // pass any source, but every dest is symmetric and ready.
    push_part(task, before, whole);
    if (!group.all_mapped()) ops::quiet(task.call.world);
  }
  group.sync();
}

}  // namespace isthmus::collectives
