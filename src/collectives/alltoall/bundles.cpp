#include "collectives/alltoall/alltoall.hpp"
#include "collectives/group/leaders.hpp"
#include "collectives/group/peer_buffer.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {
namespace {

/// A bundle holds the blocks of all members of one node for all members of another. The first leaders send bundles to
/// one another's receive buffers, and copy what they receive to the dests of their nodes' members.
class Bundles {
 public:
  Bundles(const Alltoall& task, Leaders& leaders, const ReceiveBuffer& receive_buffer)
      : task_(task),
        nodes_(*task.call.group.team()->nodes),
        mates_(nodes_.on(nodes_.mine)),
        leaders_(leaders),
        receive_buffer_(receive_buffer),
        from_(task.call, task.source, task.span()),
        to_(task.call, task.dest, task.dest_span()),
        bundle_(bundle(nodes_, task.block())) {}

  void send() {
    for (int d = 1; d < nodes_.count(); ++d) {
      const int node = leaders_.node(d);
      char *const packed = packed_.room(bundle_), *end = packed;
      for (const int mate : mates_)
        for (const int member : nodes_.on(node)) {
          copy_elements(end, task_.element, from_.of(mate) + task_.offset_for(member), task_.source_step, task_.n,
                        task_.element);
          end += task_.block();
        }
      leaders_.post(d, {receive_buffer_, place(nodes_.mine), packed, static_cast<std::size_t>(end - packed)});
    }
  }

  void hand_out() {
    for (int d = 1; d < nodes_.count(); ++d) {
      leaders_.await(d);
      const int node = leaders_.node(-d);
      const auto* bytes = reinterpret_cast<const char*>(receive_buffer_.at(place(node)));
      for (const int member : nodes_.on(node))
        for (const int mate : mates_) {
          copy_elements(to_.of(mate) + (task_.dest_from(member) - task_.dest), task_.dest_step, bytes, task_.element,
                        task_.n, task_.element);
          bytes += task_.block();
        }
    }
  }

  /// Copies the blocks that the members of this node have for this member.
  void copy_near() const {
    const int me = task_.call.group.me();
    for (const int mate : mates_)
      copy_elements(task_.dest_from(mate), task_.dest_step, from_.of(mate) + task_.offset_for(me), task_.source_step,
                    task_.n, task_.element);
  }

 private:
  std::size_t place(int node) const { return static_cast<std::size_t>(node) * bundle_; }

  const Alltoall& task_;
  const comm::Nodes& nodes_;
  const std::vector<int>& mates_;
  Leaders& leaders_;
  const ReceiveBuffer& receive_buffer_;
  PeerBuffer from_, to_;
  std::size_t bundle_;
  WireBlock packed_;
};

}  // namespace

bool bundles_alltoall_fits(const comm::Nodes& nodes, std::size_t bytes) {
  if (nodes.count() > comm::kApart) return false;
  const std::size_t block = bytes / nodes.node_of.size();
  return static_cast<std::size_t>(nodes.count()) * bundle(nodes, block) <= ReceiveBuffer::kLargeBytes;
}

void bundles_alltoall(const Alltoall& task) {
  if (!has_large_receive_buffers(task.call)) return pairwise_alltoall(task);
  comm::Team& team = *task.call.group.team();
  Leaders leaders(team);
  ReceiveBuffer receive_buffer(leaders, ReceiveBuffer::Size::large);
  Round round(team.node);
  round.arrive_empty();
  round.await_all();
  Bundles bundles(task, leaders, receive_buffer);
  if (leaders.first()) bundles.send();
  bundles.copy_near();
  if (leaders.first()) bundles.hand_out();
  round.leave_together();
  receive_buffer.received_all();
}

}  // namespace isthmus::collectives
