#include <cstring>
#include <utility>

#include "collectives/group/peer_buffer.hpp"
#include "collectives/group/round.hpp"
#include "collectives/group/slice.hpp"
#include "collectives/scan/scan.hpp"

namespace isthmus::collectives {

// Each member adds up its slice of everybody's source in team order, and writes the sum so far to each member's dest:
// every source is read once and every dest written once. In place this is safe, because only member i reads and writes
// slice i, and a member's dest is written after its source was read.
void slices_scan(const Scan& task) {
  Round round(task.call.group.team()->node);
  round.arrive_empty();
  const PeerBuffer from(task.call, task.source, task.bytes()), to(task.call, task.dest, task.bytes());
  const Slice mine = slice(task.n, round.me(), round.size(), task.sum.element);
  alignas(64) char blocks[2][4096];
  const std::size_t step = sizeof blocks[0] / task.sum.element;
  round.await_all();
  for (std::size_t i = 0; i < mine.n; i += step) {
    const std::size_t n = std::min(step, mine.n - i), bytes = n * task.sum.element;
    const std::size_t at = (mine.first + i) * task.sum.element;
    char *before = blocks[0], *with = blocks[1];
    std::memset(before, 0, bytes);  // all zero bits are 0 in every type
    for (int member = 0; member < round.size(); ++member) {
      if (member == 0)
        std::memcpy(with, from.of(0) + at, bytes);  // not 0 + x, which would lose the sign of -0
      else
        task.sum.apply(with, before, from.of(member) + at, n);
      std::memcpy(to.of(member) + at, task.inclusive ? with : before, bytes);
      std::swap(before, with);
    }
  }
  round.leave_together();
}

}  // namespace isthmus::collectives
