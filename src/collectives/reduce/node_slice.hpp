// What a leader does for its node in reductions of many bytes: it combines a slice of the sources of all members of the
// node, and copies the result to the dests of all of them.
#pragma once
#include <cstring>

#include "collectives/group/peer_buffer.hpp"
#include "collectives/reduce/reduce.hpp"

namespace isthmus::collectives {

class NodeSlice {
 public:
  /// `lead` is the number of leaders on the node. All members of the node must have arrived.
  NodeSlice(const Reduce& task, const comm::Nodes& nodes, int lead)
      : task_(task),
        mates_(nodes.on(nodes.mine)),
        me_(nodes.place),
        from_(task.call, task.source, task.bytes()),
        to_(task.call, task.dest, task.bytes()),
        mine_(slice(task.n, nodes.place, lead, task.combine.element)) {}

  /// Part `i` of this leader's slice, divided into `parts`. Its `first` counts from the beginning of the buffer.
  Slice part(int i, int parts) const {
    Slice part = slice(mine_.n, i, parts, task_.combine.element);
    part.first += mine_.first;
    return part;
  }
  std::size_t at(const Slice& part) const { return part.first * task_.combine.element; }
  std::size_t bytes(const Slice& part) const { return part.n * task_.combine.element; }

  /// Combines a part of the node's sources into this member's dest. In place this is safe, because only this member
  /// reads and writes the part.
  void combine(const Slice& part) const {
    alignas(64) char block[8192];
    const std::size_t element = task_.combine.element, step = sizeof block / element;
    for (std::size_t i = 0; i < part.n; i += step) {
      const std::size_t n = std::min(step, part.n - i), here = (part.first + i) * element;
      if (mates_.size() == 1) {
        if (task_.dest != task_.source) std::memcpy(task_.dest + here, task_.source + here, n * element);
        continue;
      }
      task_.combine.apply(block, from_.of(mates_[0]) + here, from_.of(mates_[1]) + here, n);
      for (std::size_t m = 2; m < mates_.size(); ++m) task_.combine.apply(block, block, from_.of(mates_[m]) + here, n);
      std::memcpy(task_.dest + here, block, n * element);
    }
  }
  /// Copies a part of this member's dest to the dests of the others on the node.
  void spread(const Slice& part) const {
    for (std::size_t step = 1; step < mates_.size(); ++step) {
      const int mate = mates_[(static_cast<std::size_t>(me_) + step) % mates_.size()];
      std::memcpy(to_.of(mate) + at(part), task_.dest + at(part), bytes(part));
    }
  }
  const PeerBuffer& dests() const { return to_; }

 private:
  const Reduce& task_;
  const std::vector<int>& mates_;
  int me_;
  PeerBuffer from_, to_;
  Slice mine_;
};

}  // namespace isthmus::collectives
