#include <algorithm>
#include <cstring>
#include <memory>

#include "collectives/group/peer_buffer.hpp"
#include "collectives/scan/scan.hpp"

namespace isthmus::collectives {

void flat_scan(const Scan& task) {
  Group& group = task.call.group;
  const PeerBuffer from(task.call, task.source, task.bytes());
  // In place, the result must wait until everybody has read this member's source.
  const std::unique_ptr<char[]> aside(task.dest == task.source ? new char[task.bytes()] : nullptr);
  char* result = aside ? aside.get() : task.dest;
  const int terms = task.terms();
  group.sync();
  if (terms == 0)
    std::memset(result, 0, task.bytes());  // all zero bits are 0 in every type
  else
    from.read(0, 0, result, task.bytes());
  WireBlock block;
  const std::size_t step = kWireBlock / task.sum.element;
  for (int member = 1; member < terms; ++member)
    for (std::size_t i = 0; i < task.n; i += step) {
      const std::size_t n = std::min(step, task.n - i), at = i * task.sum.element;
      task.sum.apply(result + at, result + at, from.view(member, at, n * task.sum.element, block), n);
    }
  group.sync();
  if (aside) std::memcpy(task.dest, aside.get(), task.bytes());
}

}  // namespace isthmus::collectives
