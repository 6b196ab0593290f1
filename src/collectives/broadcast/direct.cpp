#include "base/error.hpp"
#include "collectives/broadcast/broadcast.hpp"
#include "collectives/peer_buffer.hpp"

namespace isthmus::collectives {

void broadcast(const Call& call, void* dest, const void* source, std::size_t bytes, int root, bool root_too) {
  if (root < 0 || root >= call.group.size())
    base::fatal(call.name,
                base::text("root %d is out of range; the team has members 0 to %d", root, call.group.size() - 1));
  const auto the_root = static_cast<std::uint64_t>(root);
  if (bytes == 0) return call.match({bytes, the_root});
  symmetric(call, dest, bytes);
  const PeerBuffer from(call, source, bytes);
  check_overlap(call, dest, bytes, source, bytes, false);
  call.match({bytes, the_root, call.place(dest), call.place(source)});
  call.group.sync();  // the root's source may be read once the root is here
  if (call.group.me() != root || root_too) from.read(root, 0, dest, bytes);
  call.group.sync();  // the root may change its source once everybody has read it
}

}  // namespace isthmus::collectives
