#include "collectives/group/gather.hpp"

#include <vector>

#include "collectives/group/peer_buffer.hpp"

namespace isthmus::collectives {
namespace {

/// The steps of a gather that deal with the receive buffer, which has a place for each node: place d is for the node d
/// below this one, and place 0 for this one.
class Gather {
 public:
  Gather(const comm::Nodes& nodes, const Leaders& leaders, std::size_t bytes)
      : nodes_(nodes), leaders_(leaders), bytes_(bytes), stride_(gather_stride(nodes, bytes)) {}

  /// Exchanges bytes between the first leaders. `of(place)` returns those of the member with that place on this node.
  template <class Of>
  void between_nodes(Leaders& leaders, const ReceiveBuffer& receive_buffer, Of&& of) const {
    const auto mates = nodes_.on(nodes_.mine).size();
    for (std::size_t mate = 0; mate < mates; ++mate)
      std::memcpy(receive_buffer.at(mate * bytes_), of(static_cast<int>(mate)), bytes_);
    for (int i = 0, have = 1; have < nodes_.count(); ++i, have *= 2) {
      const auto n = static_cast<std::size_t>(std::min(have, nodes_.count() - have));
      leaders.post_above(i,
                         {receive_buffer, static_cast<std::size_t>(have) * stride_, receive_buffer.at(0), n * stride_});
      leaders.await_below(i);
    }
  }

  /// Copies what is in the first leader's receive buffer to `all`, in team order.
  void hand_out(const void* received, char* all) const {
    for (int d = 0; d < nodes_.count(); ++d) {
      const char* theirs = static_cast<const char*>(received) + static_cast<std::size_t>(d) * stride_;
      for (const int member : nodes_.on(leaders_.node(-d))) {
        std::memcpy(all + static_cast<std::size_t>(member) * bytes_, theirs, bytes_);
        theirs += bytes_;
      }
    }
  }

 private:
  const comm::Nodes& nodes_;
  const Leaders& leaders_;
  std::size_t bytes_, stride_;
};

/// The end of a gather for the members of a node: each waits for the first leader, and copies what that has received.
void take_from_leader(comm::Team& team, const Gather& gather, const void* received, char* dest) {
  Round out(team.node);
  if (team.nodes->place == 0)
    out.arrive_empty();
  else
    out.await(0);
  gather.hand_out(received, dest);
  out.leave_together();
}

}  // namespace

void gather(comm::Team& team, const void* mine, std::size_t bytes, void* all) {
  const std::size_t whole = bytes * static_cast<std::size_t>(team.pes.size());
  Leaders leaders(team);
  ReceiveBuffer receive_buffer(leaders);
  Round in(team.node, Round::kBytes);
  in.arrive(mine, bytes);
  if (leaders.first()) {
    const Gather gather(*team.nodes, leaders, bytes);
    gather.between_nodes(leaders, receive_buffer, [&](int place) { return in.await(place); });
    gather.hand_out(receive_buffer.at(0), static_cast<char*>(all));
  }
  Round out(team.node, Round::kBytes);
  if (leaders.first())
    out.arrive(all, whole);
  else
    std::memcpy(all, out.await(0), whole);
  out.leave();
  in.saw_all();
  receive_buffer.received_all();
}

void gather_large(const Call& call, const void* source, std::size_t bytes, char* dest) {
  comm::Team& team = *call.group.team();
  const std::vector<int>& mates = team.nodes->on(team.nodes->mine);
  Leaders leaders(team);
  ReceiveBuffer receive_buffer(leaders, ReceiveBuffer::Size::large);
  const PeerBuffer from(call, source, bytes), received(call, receive_buffer.at(0), ReceiveBuffer::kLargeBytes);
  const Gather gather(*team.nodes, leaders, bytes);
  Round in(team.node);
  in.arrive_empty();
  if (leaders.first()) {
    in.await_all();
    gather.between_nodes(leaders, receive_buffer,
                         [&](int place) { return from.of(mates[static_cast<std::size_t>(place)]); });
  }
  take_from_leader(team, gather, received.of(mates[0]), dest);
  receive_buffer.received_all();
}

void gather_shown(const Call& call, const void* mine, std::size_t bytes, char* dest) {
  comm::Team& team = *call.group.team();
  Leaders leaders(team);
  ReceiveBuffer receive_buffer(leaders, ReceiveBuffer::Size::large);
  const PeerBuffer received(call, receive_buffer.at(0), ReceiveBuffer::kLargeBytes);
  const Gather gather(*team.nodes, leaders, bytes);
  Round in(team.node, bytes);
  in.arrive(mine, bytes);
  if (leaders.first()) gather.between_nodes(leaders, receive_buffer, [&](int place) { return in.await(place); });
  take_from_leader(team, gather, received.of(team.nodes->on(team.nodes->mine)[0]), dest);
  receive_buffer.received_all();
}

}  // namespace isthmus::collectives
