#include "collectives/group/by_leaders.hpp"
#include "collectives/reduce/node_slice.hpp"

namespace isthmus::collectives {
namespace {

// The sum of part p begins on node p and goes around the ring: each node reads it from the node below, and adds its
// own. It is complete on node p - 1, from where it is written around the ring once more. In place this is safe, because
// it overwrites only what has been read.
void around(const Reduce& task, Leaders& leaders, const NodeSlice& slice) {
  const PeerBuffer& dests = slice.dests();
  const Combine& combine = task.combine;
  const int nodes = leaders.nodes(), below = leaders.member(leaders.node(-1)), above = leaders.member(leaders.node(1));
  const auto part_of = [&](int steps) { return slice.part(leaders.node(steps), nodes); };
  WireBlock theirs;
  slice.combine(part_of(0));
  leaders.post_above(0);
  for (int s = 1; s < nodes; ++s) {
    const Slice part = part_of(-s);
    slice.combine(part);
    leaders.await_below(0);
    char* sums = theirs.room(slice.bytes(part));
    dests.read_later(below, slice.at(part), sums, slice.bytes(part));
    dests.finish_reads();
    combine.apply(task.dest + slice.at(part), sums, task.dest + slice.at(part), part.n);
    if (s < nodes - 1) leaders.post_above(0);
  }
  for (int s = 0; s < nodes; ++s) {
    const Slice part = part_of(1 - s);
    if (s > 0) leaders.await_below(0);
    if (s < nodes - 1) {
      dests.write_later(above, slice.at(part), task.dest + slice.at(part), slice.bytes(part));
      leaders.post_above(0);
    }
    slice.spread(part);
    dests.finish_writes();
  }
}

}  // namespace

void ring_reduce(const Reduce& task) {
  comm::Team& team = *task.call.group.team();
  by_leaders(team, task.bytes(),
             [&](Leaders& leaders, int lead) { around(task, leaders, NodeSlice(task, *team.nodes, lead)); });
}

}  // namespace isthmus::collectives
