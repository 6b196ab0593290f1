#include <cstring>

#include "collectives/group/peer_buffer.hpp"
#include "collectives/reduce/reduce.hpp"

namespace isthmus::collectives {

// Each member combines its slice of everybody's source into its own dest, then all gather the slices. In place this is
// safe, because in the first phase a member writes only the slice that nobody else reads, and in the second it writes
// only slices that everybody has finished reading.
void flat_reduce(const Reduce& task) {
  Group& group = task.call.group;
  const Combine& combine = task.combine;
  const PeerBuffer from(task.call, task.source, task.bytes()), to(task.call, task.dest, task.bytes());
  const auto slice_of = [&](int member) { return slice(task.n, member, group.size(), combine.element); };
  const Slice mine = slice_of(group.me());
  WireBlock block, theirs;
  const std::size_t step = kWireBlock / combine.element;
  group.sync();
  for (std::size_t i = 0; i < mine.n; i += step) {
    const std::size_t n = std::min(step, mine.n - i), bytes = n * combine.element;
    const std::size_t at = (mine.first + i) * combine.element;
    // The sum is made in a block, because in place the result would overwrite this member's source before its turn.
    char* sum = block.room(bytes);
    std::memcpy(sum, from.view(0, at, bytes, theirs), bytes);
    for (int member = 1; member < group.size(); ++member)
      combine.apply(sum, sum, from.view(member, at, bytes, theirs), n);
    std::memcpy(task.dest + at, sum, bytes);
  }
  group.sync();
  for (int s = 1; s < group.size(); ++s) {
    const int member = (group.me() + s) % group.size();
    const auto [first, n] = slice_of(member);
    const std::size_t at = first * combine.element;
    if (n > 0) to.read(member, at, task.dest + at, n * combine.element);
  }
  group.sync();
}

}  // namespace isthmus::collectives
