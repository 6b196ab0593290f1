#include "collectives/group/by_leaders.hpp"
#include "collectives/reduce/node_slice.hpp"

namespace isthmus::collectives {
namespace {

constexpr std::size_t kChunk = 262144;  // bytes read from each node at a time

// Each leader combines its slice of its node's sources in its dest. The slice has a part for each node, whose leader
// reads this part from all others, combines it, and writes the result to all others. In place this is safe, because it
// overwrites only what has been read.
void between_nodes(const Reduce& task, Leaders& leaders, const NodeSlice& slice) {
  const PeerBuffer& dests = slice.dests();
  const Combine& combine = task.combine;
  const int nodes = leaders.nodes();
  const auto part_of = [&](int node) { return slice.part(node, nodes); };
  for (int d = 1; d < nodes; ++d) {
    slice.combine(part_of(leaders.node(d)));
    leaders.post(d);
  }
  const Slice mine = part_of(leaders.mine());
  slice.combine(mine);
  for (int d = 1; d < nodes; ++d) leaders.await(d);

  const std::size_t step = kChunk / combine.element, room = std::min(kChunk, slice.bytes(mine));
  WireBlock theirs;
  char* sums = theirs.room(room * static_cast<std::size_t>(nodes - 1));
  for (std::size_t i = 0; i < mine.n; i += step) {
    const std::size_t n = std::min(step, mine.n - i), bytes = n * combine.element,
                      at = slice.at(mine) + i * combine.element;
    for (int d = 1; d < nodes; ++d)
      dests.read_later(leaders.member(leaders.node(d)), at, sums + static_cast<std::size_t>(d - 1) * room, bytes);
    dests.finish_reads();
    for (int d = 1; d < nodes; ++d)
      combine.apply(task.dest + at, task.dest + at, sums + static_cast<std::size_t>(d - 1) * room, n);
    for (int d = 1; d < nodes; ++d) dests.write_later(leaders.member(leaders.node(d)), at, task.dest + at, bytes);
  }
  for (int d = 1; d < nodes; ++d) leaders.post(d);
  slice.spread(mine);
  dests.finish_writes();
  for (int d = 1; d < nodes; ++d) {
    leaders.await(d);
    slice.spread(part_of(leaders.node(-d)));
  }
}

}  // namespace

void scatter_gather_reduce(const Reduce& task) {
  comm::Team& team = *task.call.group.team();
  by_leaders(team, task.bytes(),
             [&](Leaders& leaders, int lead) { between_nodes(task, leaders, NodeSlice(task, *team.nodes, lead)); });
}

}  // namespace isthmus::collectives
