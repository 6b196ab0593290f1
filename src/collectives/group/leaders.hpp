// The leaders of a team over several nodes: the members that have the same place on their nodes, one on each. They
// communicate over the wire on behalf of the other members of their nodes. The first leaders, with place 0, do so for
// few bytes; for many bytes several members of each node lead, each for its own part.
//
// Leaders notify each other by links: words of the sync slot that one side posts and the other awaits. A post carries
// its sequence number on the link. What was written to a leader before a post has arrived when the post has. Every post
// is awaited in the same call, so that nothing is in flight when a team is destroyed.
#pragma once
#include <bit>

#include "collectives/group/call.hpp"
#include "comm/context.hpp"
#include "comm/team.hpp"
#include "ops/remote.hpp"

namespace isthmus::collectives {

class ReceiveBuffer;

/// Bytes that a post brings along: they are at `offset` in the receive buffer of the leader that it goes to when that
/// has seen the post. `from` may be reused when the post has returned.
struct Payload {
  const ReceiveBuffer& buffer;
  std::size_t offset;
  const void* from;
  std::size_t bytes;
};

class Leaders {
 public:
  explicit Leaders(comm::Team& team);

  int nodes() const { return nodes_.count(); }
  int mine() const { return nodes_.mine; }
  int place() const { return nodes_.place; }
  bool first() const { return place() == 0; }
  /// How many members of each node lead, so that each has at least `least` of `bytes` bytes.
  int leaders_for(std::size_t bytes, std::size_t least) const;
  /// The node `steps` above this one, or below it if negative. The nodes form a ring.
  int node(int steps) const {
    const int to = (mine() + steps) % nodes();
    return to < 0 ? to + nodes() : to;
  }
  /// The member of the team that has this member's place on `node`.
  int member(int node) const { return member_of(node, place()); }
  int member_of(int node, int at) const { return nodes_.on(node)[static_cast<std::size_t>(at)]; }

  /// Post to the node 2^i above, 2^i below, or d above (d < comm::kApart).
  void post_above(int i) { post_link(node(1 << i), i); }
  void post_below(int i) { post_link(node(-(1 << i)), comm::kMaxRounds + i); }
  void post(int d) { post_link(node(d), 2 * comm::kMaxRounds + d); }
  void post_above(int i, const Payload& payload) { post_link(node(1 << i), i, payload); }
  void post_below(int i, const Payload& payload) { post_link(node(-(1 << i)), comm::kMaxRounds + i, payload); }
  void post(int d, const Payload& payload) { post_link(node(d), 2 * comm::kMaxRounds + d, payload); }
  /// Wait for the post of the node 2^i below, 2^i above, or d below.
  void await_below(int i) { await_link(i); }
  void await_above(int i) { await_link(comm::kMaxRounds + i); }
  void await(int d) { await_link(2 * comm::kMaxRounds + d); }

  /// Synchronises the leaders by dissemination: none returns before all have called.
  void sync();

 private:
  friend class ReceiveBuffer;
  ops::Place link_of(int node, int link) const;
  std::uint64_t next_number(int link);
  void post_link(int node, int link);
  void post_link(int node, int link, const Payload& payload);
  void await_link(int link);
  comm::SyncSlot& slot() const { return *team_.node.slots[static_cast<std::size_t>(team_.node.me)]; }

  comm::Team& team_;
  comm::Nodes& nodes_;
};

/// How many steps, of distances that double from 1 on, reach all of `nodes` nodes.
inline int doublings(int nodes) { return std::bit_width(static_cast<unsigned>(nodes - 1)); }

/// Whether the team has large receive buffers, for which it allocates memory at the first call. Collective, with the
/// same answer on all members.
bool has_large_receive_buffers(const Call& call);

/// The memory of each first leader in which payloads of one operation arrive over the wire: in its sync slot if small,
/// in memory of the team if large. Operations have it in turn, each behind the one before. Every member of the team has
/// to construct an object in every operation that uses one, so that all are at the same place; only those of first
/// leaders receive anything.
class ReceiveBuffer {
 public:
  enum class Size { small, large };
  static constexpr std::size_t kBytes = comm::kReceiveBytes, kLargeBytes = 131072;
  static constexpr std::size_t kLargeBuffers = 4;  ///< so many large ones there are, for operations in turn
  /// Bytes that a payload takes up. Payloads begin at multiples of 16.
  static constexpr std::size_t padded(std::size_t bytes) { return (bytes + 15) / 16 * 16; }

  /// `bytes` are those that the operation receives, if it is small. Synchronises the leaders if an earlier operation
  /// may still use the buffer: those in which a node does not receive from all others, such as broadcasts, let leaders
  /// get several operations apart.
  explicit ReceiveBuffer(Leaders& leaders, Size size = Size::small, std::size_t bytes = kBytes);
  /// Called after an operation in which every node has received from all others: earlier ones are over everywhere.
  void received_all() {
    nodes_.clear_receives();
    ring_.cleared = start_;
  }

  std::byte* at(std::size_t offset) const { return bytes_ + offset; }

 private:
  friend class Leaders;
  comm::Nodes& nodes_;
  comm::Nodes::ReceiveRing& ring_;
  const memory::Segment& segment_;
  std::uint64_t start_;  ///< where the buffer is, counted as ring_ does
  std::byte* bytes_;
};

}  // namespace isthmus::collectives
