// The members of a team that have the same place on their nodes, one on each: they talk over the wire for the members
// around them. Those with place 0 lead; with much data several lead, each its own part.
//
// They talk by links: words of the sync slot that one side posts and the other awaits, each post with the number of its
// turn. What was written to that node before a post is there when the post is. Every post is awaited in the same call,
// so nothing is on its way when a team ends.
#pragma once
#include <bit>

#include "collectives/group/call.hpp"
#include "comm/context.hpp"
#include "comm/team.hpp"

namespace isthmus::collectives {

class Leaders {
 public:
  explicit Leaders(comm::Team& team);

  int nodes() const { return nodes_.count(); }
  int mine() const { return nodes_.mine; }
  int place() const { return nodes_.place; }
  bool first() const { return place() == 0; }
  /// How many shall lead, so that each has at least `least` bytes of `bytes`.
  int many(std::size_t bytes, std::size_t least) const;
  /// The node `steps` above this one; less than 0: below. Around the end.
  int node(int steps) const {
    const int to = (mine() + steps) % nodes();
    return to < 0 ? to + nodes() : to;
  }
  /// The one with my place there, as a member of the team.
  int member(int node) const { return member_of(node, place()); }
  int member_of(int node, int at) const { return nodes_.on(node)[static_cast<std::size_t>(at)]; }

  /// To the node 2^i above, 2^i below, or d above (d < comm::kApart).
  void tell_above(int i) { tell(node(1 << i), i); }
  void tell_below(int i) { tell(node(-(1 << i)), comm::kMaxRounds + i); }
  void tell(int d) { tell(node(d), 2 * comm::kMaxRounds + d); }
  /// From the node 2^i below, 2^i above, or d below.
  void hear_below(int i) { hear_link(i); }
  void hear_above(int i) { hear_link(comm::kMaxRounds + i); }
  void hear(int d) { hear_link(2 * comm::kMaxRounds + d); }

  /// Dissemination: nobody leaves before everybody has come.
  void sync();

 private:
  friend class ReceiveBuffer;
  void tell(int node, int link);
  void hear_link(int link);
  comm::SyncSlot& slot() const { return *team_.node.slots[static_cast<std::size_t>(team_.node.me)]; }

  comm::Team& team_;
  comm::Nodes& nodes_;
};

/// How many doublings reach over `nodes` nodes.
inline int doublings(int nodes) { return std::bit_width(static_cast<unsigned>(nodes - 1)); }

/// Whether the team has receive buffers for more bytes; it gets memory for them at the first call. Collective, with the
/// same answer on all members.
bool has_large_receive_buffers(const Call& call);

/// The place at each first leader where payloads of one operation arrive: in its sync slot, or in memory of the team.
/// Every member of the team has to make one in every operation that uses it; only first leaders look at it.
class ReceiveBuffer {
 public:
  enum class Size { small, large };
  static constexpr std::size_t kBytes = comm::kReceiveBytes, kLargeBytes = 131072;
  /// Payloads begin at multiples of this.
  static constexpr std::size_t padded(std::size_t bytes) { return (bytes + 15) / 16 * 16; }

  /// Waits where the place may still be in use: in an operation in which not everybody hears of everybody, the leaders
  /// may be far apart.
  explicit ReceiveBuffer(Leaders& leaders, Size size = Size::small);
  /// Whoever is here has received from every node.
  void received_all() { nodes_.cleared = nodes_.receives - 1; }

  std::byte* at(std::size_t offset) const { return bytes_ + offset; }
  /// There before the next word that is posted to that node.
  void write(int node, std::size_t offset, const void* from, std::size_t bytes) const;

 private:
  Leaders& leaders_;
  comm::Nodes& nodes_;
  const memory::Segment& segment_;
  std::byte* bytes_;
};

}  // namespace isthmus::collectives
