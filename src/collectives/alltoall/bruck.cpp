#include <vector>

#include "collectives/alltoall/alltoall.hpp"
#include "collectives/group/leaders.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {
std::size_t bundle(const comm::Nodes& nodes, std::size_t block) {
  const auto k = static_cast<std::size_t>(nodes.largest);
  return ReceiveBuffer::padded(k * k * block);
}

namespace {

/// Calls `body(d)` for each bundle d that is sent in round i: those of which bit i of the distance d is set.
template <class Body>
void for_each_with(int i, int nodes, Body&& body) {
  for (int d = 1; d < nodes; ++d)
    if (d >> i & 1) body(static_cast<std::size_t>(d));
}

/// How many bundles a node receives in all rounds together.
std::size_t all_bundles(const comm::Nodes& nodes) {
  std::size_t bundles = 0;
  for (int i = 0; i < doublings(nodes.count()); ++i) for_each_with(i, nodes.count(), [&](std::size_t) { ++bundles; });
  return bundles;
}

class Bruck {
 public:
  Bruck(const Alltoall& task, comm::Team& team, Leaders& leaders, const ReceiveBuffer& receive_buffer)
      : task_(task),
        nodes_(*team.nodes),
        leaders_(leaders),
        receive_buffer_(receive_buffer),
        bundle_(bundle(nodes_, task.block())),
        bundles_(bundle_ * static_cast<std::size_t>(nodes_.count())),
        packet_(bundles_.size()) {}

  /// Exchanges bundles between the first leaders. Bundle d is for the node d above, and goes 2^i nodes further in the
  /// round of each bit i that is set in d. After the last round, the bundle in place d here is from the node d below.
  void exchange(Round& in) {
    collect(in);
    std::size_t at = 0;
    for (int i = 0; i < doublings(nodes_.count()); ++i) {
      std::size_t bytes = 0;
      for_each_with(i, nodes_.count(), [&](std::size_t d) {
        std::memcpy(packet_.data() + bytes, bundles_.data() + d * bundle_, bundle_);
        bytes += bundle_;
      });
      leaders_.post_above(i, {receive_buffer_, at, packet_.data(), bytes});
      leaders_.await_below(i);
      for_each_with(i, nodes_.count(), [&](std::size_t d) {
        std::memcpy(bundles_.data() + d * bundle_, receive_buffer_.at(at), bundle_);
        at += bundle_;
      });
    }
  }

  /// Calls `each(from, block)` for every member on another node, with its block for the member with `place` on this
  /// node.
  template <class Each>
  void for_each_block(int place, Each&& each) const {
    for (int d = 1; d < nodes_.count(); ++d) {
      const auto& members = nodes_.on(leaders_.node(-d));
      for (std::size_t s = 0; s < members.size(); ++s)
        each(members[s],
             bundles_.data() + static_cast<std::size_t>(d) * bundle_ + slot(s, static_cast<std::size_t>(place)));
    }
  }

 private:
  std::size_t slot(std::size_t from, std::size_t to) const {
    return (from * static_cast<std::size_t>(nodes_.largest) + to) * task_.block();
  }
  void collect(Round& in) {
    const std::size_t block = task_.block();
    for (int mate = 0; mate < in.size(); ++mate) {
      const std::byte* theirs = in.await(mate);
      for (int d = 1; d < nodes_.count(); ++d) {
        const auto& members = nodes_.on(leaders_.node(d));
        for (std::size_t m = 0; m < members.size(); ++m)
          std::memcpy(bundles_.data() + static_cast<std::size_t>(d) * bundle_ + slot(static_cast<std::size_t>(mate), m),
                      theirs + static_cast<std::size_t>(members[m]) * block, block);
      }
    }
  }

  const Alltoall& task_;
  const comm::Nodes& nodes_;
  Leaders& leaders_;
  const ReceiveBuffer& receive_buffer_;
  std::size_t bundle_;
  std::vector<std::byte> bundles_, packet_;
};

}  // namespace

bool bruck_alltoall_fits(const comm::Nodes& nodes, std::size_t bytes) {
  const std::size_t block = bytes / nodes.node_of.size();
  return static_cast<std::size_t>(nodes.largest) * nodes.node_of.size() * block <= Round::kBytes &&
         all_bundles(nodes) * bundle(nodes, block) <= ReceiveBuffer::kBytes;
}

void bruck_alltoall(const Alltoall& task) {
  comm::Team& team = *task.call.group.team();
  const comm::Nodes& nodes = *team.nodes;
  const auto& mates = nodes.on(nodes.mine);
  const std::size_t element = task.element, block = task.block();
  Leaders leaders(team);
  ReceiveBuffer receive_buffer(leaders);
  Round in(team.node, Round::kBytes);
  copy_elements(reinterpret_cast<char*>(in.mine()), element, task.source, task.source_step,
                task.n * static_cast<std::size_t>(team.pes.size()), element);
  in.arrive();
  Round out(team.node, Round::kBytes);
  // The leader's cell holds, for each member of this node in turn, the blocks from all members on other nodes.
  const std::size_t elsewhere = (static_cast<std::size_t>(team.pes.size()) - mates.size()) * block;
  if (leaders.first()) {
    Bruck bruck(task, team, leaders, receive_buffer);
    bruck.exchange(in);
    std::byte* to = out.mine();
    for (int place = 0; place < out.size(); ++place)
      bruck.for_each_block(place, [&](int, const std::byte* bytes) {
        std::memcpy(to, bytes, block);
        to += block;
      });
    out.arrive();
  }
  for (int step = 0; step < in.size(); ++step) {
    const int place = in.after(step), member = mates[static_cast<std::size_t>(place)];
    const auto* theirs = reinterpret_cast<const char*>(in.await(place));
    copy_elements(task.dest_from(member), task.dest_step, theirs + static_cast<std::size_t>(team.me) * block, element,
                  task.n, element);
  }
  const auto* bytes = reinterpret_cast<const char*>(out.await(0)) + static_cast<std::size_t>(nodes.place) * elsewhere;
  for (int d = 1; d < nodes.count(); ++d)
    for (const int member : nodes.on(leaders.node(-d))) {
      copy_elements(task.dest_from(member), task.dest_step, bytes, element, task.n, element);
      bytes += block;
    }
  out.leave();
  in.saw_all();
  receive_buffer.received_all();
}

}  // namespace isthmus::collectives
