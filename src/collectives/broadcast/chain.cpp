#include "base/copy.hpp"
#include "collectives/broadcast/broadcast.hpp"
#include "collectives/group/leaders.hpp"
#include "collectives/group/peer_buffer.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {
namespace {

constexpr std::size_t kBytesPerLeader = 1048576;  // the least bytes of a leader, which make it worth its messages
constexpr std::size_t kChunk = 262144;            // bytes that are sent to the next node at a time, while more arrive

/// The bytes are divided into a stripe for each leader, and each stripe into chunks of whole cache lines.
struct Stripes {
  std::size_t bytes, stripe, chunk, chunks;

  Stripes(std::size_t all, int lead) : bytes(all) {
    const std::size_t lines = (all + 63) / 64, leaders = static_cast<std::size_t>(lead);
    stripe = (lines + leaders - 1) / leaders * 64;
    chunks = std::max<std::size_t>(stripe / kChunk, 1);
    chunk = ((stripe + chunks - 1) / chunks + 63) / 64 * 64;
  }
  std::size_t at(int leader, std::size_t c) const {
    return std::min(bytes, static_cast<std::size_t>(leader) * stripe + std::min(stripe, c * chunk));
  }
  std::size_t size(int leader, std::size_t c) const { return at(leader, c + 1) - at(leader, c); }
};

class Chain {
 public:
  Chain(const Broadcast& task, comm::Team& team, Leaders& leaders)
      : task_(task),
        leaders_(leaders),
        team_(team),
        from_(task.call, task.source, task.bytes),
        to_(task.call, task.dest, task.bytes),
        lead_(leaders.leaders_for(task.bytes, kBytesPerLeader)),
        stripes_(task.bytes, lead_),
        root_node_(team.nodes->node_of[static_cast<std::size_t>(task.root)]),
        last_(leaders.node(1) == root_node_) {}

  void run() {
    if (leaders_.mine() == root_node_)
      send_from_root();
    else
      forward();
  }

 private:
  bool leads() const { return leaders_.place() < lead_; }

  /// What a member of the root's node does: all copy from the root's source, and the leaders send it to the next node.
  void send_from_root() {
    Round round(team_.node);
    if (task_.is_root())
      round.arrive_empty();
    else
      round.await(team_.nodes->place_of[static_cast<std::size_t>(task_.root)]);
    const char* bytes = from_.of(task_.root);
    if (leads() && !last_) {
      leaders_.await_above(0);
      for (std::size_t c = 0; c < stripes_.chunks; ++c) send(bytes, c);
    }
    if (!task_.is_root() || task_.root_too) base::copy(task_.dest, bytes, task_.bytes);
    if (leads()) to_.finish_writes();
    if (task_.is_root())
      round.leave_together();
    else
      round.leave();
  }

  /// What a member of another node does: each leader receives a chunk in its dest and sends it to the next node, and
  /// all members of this node copy the leaders' chunks.
  void forward() {
    if (leads()) leaders_.post_below(0);
    if (leads() && !last_) leaders_.await_above(0);
    for (std::size_t c = 0; c < stripes_.chunks; ++c) {
      Round round(team_.node);
      if (leads()) {
        leaders_.await_below(0);
        if (!last_) send(static_cast<const char*>(task_.dest), c);
        round.arrive_empty();
      }
      for (int step = 0; step < lead_; ++step) {
        const int leader = (leaders_.place() + step) % lead_;
        if (leader == leaders_.place()) continue;
        round.await(leader);
        const std::size_t at = stripes_.at(leader, c);
        base::copy(static_cast<char*>(task_.dest) + at, to_.of(leaders_.member_of(leaders_.mine(), leader)) + at,
                   stripes_.size(leader, c));
      }
      if (c + 1 < stripes_.chunks) {
        round.leave();
      } else {
        if (leads() && !last_) to_.finish_writes();
        round.leave_together();
      }
    }
  }

  void send(const char* bytes, std::size_t c) {
    const std::size_t at = stripes_.at(leaders_.place(), c);
    to_.write_later(leaders_.member(leaders_.node(1)), at, bytes + at, stripes_.size(leaders_.place(), c));
    leaders_.post_above(0);
  }

  const Broadcast& task_;
  Leaders& leaders_;
  comm::Team& team_;
  PeerBuffer from_, to_;
  int lead_;
  Stripes stripes_;
  int root_node_;
  bool last_;  ///< this node is the last of the chain
};

}  // namespace

void chain_broadcast(const Broadcast& task) {
  comm::Team& team = *task.call.group.team();
  Leaders leaders(team);
  Chain(task, team, leaders).run();
}

}  // namespace isthmus::collectives
