#include <cstring>

#include "collectives/group/peer_buffer.hpp"
#include "collectives/group/round.hpp"
#include "collectives/reduce/reduce.hpp"

namespace isthmus::collectives {

// Each member combines its slice of everybody's source, block by block in the first-level cache, and writes each block
// to everybody's dest. In place this is safe, because only member i reads and writes slice i.
void slices_reduce(const Reduce& task) {
  Round round(task.call.group.team()->node);
  round.arrive_empty();
  const PeerBuffer from(task.call, task.source, task.bytes()), to(task.call, task.dest, task.bytes());
  const Combine& combine = task.combine;
  const Slice mine = slice(task.n, round.me(), round.size(), combine.element);
  alignas(64) char block[8192];
  const std::size_t step = sizeof block / combine.element;
  round.await_all();  // members without a slice, too, have a source and a dest
  for (std::size_t i = 0; i < mine.n; i += step) {
    const std::size_t n = std::min(step, mine.n - i), bytes = n * combine.element;
    const std::size_t at = (mine.first + i) * combine.element;
    if (round.size() == 1)
      std::memcpy(block, from.of(0) + at, bytes);
    else
      combine.apply(block, from.of(0) + at, from.of(1) + at, n);
    for (int member = 2; member < round.size(); ++member) combine.apply(block, block, from.of(member) + at, n);
    for (int s = 0; s < round.size(); ++s) std::memcpy(to.of(round.after(s)) + at, block, bytes);
  }
  round.leave_together();
}

}  // namespace isthmus::collectives
