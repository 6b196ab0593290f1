#include <vector>

#include "collectives/collect/collect.hpp"
#include "collectives/peer_buffer.hpp"
#include "ops/order.hpp"

namespace isthmus::collectives {

void fcollect(const Call& call, void* dest, const void* source, std::size_t bytes) {
  if (bytes == 0) return call.match({bytes});
  Group& group = call.group;
  const auto members = static_cast<std::size_t>(group.size());
  symmetric(call, dest, bytes * members);
  const PeerBuffer from(call, source, bytes);
  check_overlap(call, dest, bytes * members, source, bytes, false);
  call.match({bytes, call.place(dest), call.place(source)});
  group.sync();
  // Each starts with its own part, so that not everybody reads from the same member at once.
  for (int step = 0; step < group.size(); ++step) {
    const int member = (group.me() + step) % group.size();
    from.read(member, 0, static_cast<char*>(dest) + static_cast<std::size_t>(member) * bytes, bytes);
  }
  group.sync();
}

void collect(const Call& call, void* dest, const void* source, std::size_t bytes) {
  Group& group = call.group;
  if (bytes > 0) {
    symmetric(call, source, bytes);
    symmetric(call, dest, bytes);
    check_overlap(call, dest, bytes, source, bytes, false);
  }
  call.match({call.place(dest)});  // everybody has a dest, even who has no elements
  group.share(bytes);
  std::vector<std::size_t> offset(static_cast<std::size_t>(group.size()) + 1, 0);
  for (int i = 0; i < group.size(); ++i)
    offset[static_cast<std::size_t>(i) + 1] = offset[static_cast<std::size_t>(i)] + group.shared(i, 0);
  if (offset.back() > 0) {
    // Pushed, not pulled: a member without elements may pass any source, but everybody's dest is symmetric and ready.
    const PeerBuffer to(call, dest, offset.back());
    check_overlap(call, dest, offset.back(), source, bytes, false);
    for (int step = 0; bytes > 0 && step < group.size(); ++step) {
      const int member = (group.me() + step) % group.size();
      to.write(member, offset[static_cast<std::size_t>(group.me())], source, bytes);
    }
    if (!group.all_mapped()) ops::quiet(call.world);
  }
  group.sync();
}

}  // namespace isthmus::collectives
