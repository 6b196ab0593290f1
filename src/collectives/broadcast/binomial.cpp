#include <bit>

#include "collectives/broadcast/broadcast.hpp"
#include "collectives/group/leaders.hpp"
#include "collectives/group/peer_buffer.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {
namespace {

/// A binomial tree of the nodes. Node v, counted from the root's, receives from the node whose number is v without its
/// highest bit, and sends to v + 2^i for each i above that bit.
class Tree {
 public:
  Tree(Leaders& leaders, int root_node)
      : leaders_(leaders), v_((leaders.mine() - root_node + leaders.nodes()) % leaders.nodes()) {}

  bool is_root() const { return v_ == 0; }
  /// Tells the parent that this node's leader can receive the bytes in its dest.
  void ready() { leaders_.post_below(depth() - 1); }
  void await_bytes() { leaders_.await_below(depth() - 1); }
  /// Calls `give(i)` for each child, the node 2^i above.
  template <class Give>
  void for_each_child(Give&& give) {
    for (int i = depth(); v_ + (1 << i) < leaders_.nodes(); ++i) give(i);
  }

 private:
  int depth() const { return std::bit_width(static_cast<unsigned>(v_)); }
  Leaders& leaders_;
  int v_;
};

/// For few bytes, which are sent to receive buffers: these always have room, so that no node has to say that it is
/// ready, and the root may be more than a hundred broadcasts of 8 bytes ahead.
void small(const Broadcast& task, Leaders& leaders, Tree& tree, int root_place) {
  ReceiveBuffer receive_buffer(leaders, ReceiveBuffer::Size::small, task.bytes);
  Round round(task.call.group.team()->node, task.bytes);
  const auto give = [&](const void* bytes) {
    tree.for_each_child([&](int i) { leaders.post_above(i, {receive_buffer, 0, bytes, task.bytes}); });
  };
  if (tree.is_root()) {
    const void* bytes = task.source;
    if (task.is_root())
      round.arrive(task.source, task.bytes);
    else
      std::memcpy(task.dest, bytes = round.await(root_place), task.bytes);
    if (leaders.first()) give(bytes);
    if (task.is_root() && task.root_too) std::memcpy(task.dest, task.source, task.bytes);
  } else if (leaders.first()) {
    tree.await_bytes();
    give(receive_buffer.at(0));
    round.arrive(receive_buffer.at(0), task.bytes);
    std::memcpy(task.dest, receive_buffer.at(0), task.bytes);
  } else {
    std::memcpy(task.dest, round.await(0), task.bytes);
  }
  round.leave();
}

/// For many bytes, which are sent from the root's source to the first leaders' dests, and copied from there to the
/// others'.
void large(const Broadcast& task, Leaders& leaders, Tree& tree, int root_place) {
  Round round(task.call.group.team()->node);
  const PeerBuffer from(task.call, task.source, task.bytes), to(task.call, task.dest, task.bytes);
  const auto give = [&](const void* bytes) {
    tree.for_each_child([&](int i) {
      leaders.await_above(i);  // it is ready
      to.write_later(leaders.member(leaders.node(1 << i)), 0, bytes, task.bytes);
      leaders.post_above(i);
    });
  };
  const int leader = leaders.member_of(leaders.mine(), 0);
  if (tree.is_root() ? task.is_root() : leaders.first()) {  // the other members of the node copy from this one
    if (!tree.is_root()) {
      tree.ready();
      tree.await_bytes();
    }
    round.arrive_empty();
    if (leaders.first()) give(tree.is_root() ? task.source : task.dest);
    if (task.is_root() && task.root_too) std::memcpy(task.dest, task.source, task.bytes);
    to.finish_writes();
    return round.leave_together();
  }
  round.await(tree.is_root() ? root_place : 0);
  const char* bytes = tree.is_root() ? from.of(task.root) : to.of(leader);
  if (leaders.first()) give(bytes);
  std::memcpy(task.dest, bytes, task.bytes);
  if (leaders.first()) to.finish_writes();
  round.leave();
}

}  // namespace

void binomial_broadcast(const Broadcast& task) {
  comm::Team& team = *task.call.group.team();
  const auto root = static_cast<std::size_t>(task.root);
  Leaders leaders(team);
  Tree tree(leaders, team.nodes->node_of[root]);
  (task.bytes <= Round::kBytes ? small : large)(task, leaders, tree, team.nodes->place_of[root]);
}

}  // namespace isthmus::collectives
