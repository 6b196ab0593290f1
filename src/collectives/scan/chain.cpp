#include <cstring>
#include <memory>
#include <utility>

#include "collectives/group/by_leaders.hpp"
#include "collectives/group/peer_buffer.hpp"
#include "collectives/group/slice.hpp"
#include "collectives/scan/scan.hpp"

namespace isthmus::collectives {
namespace {

constexpr std::size_t kChunk = 65536;  // bytes that are sent to the next node at a time, while more arrive

// A leader adds up its slice of the sources of its node in team order, and writes the sum so far to each member's dest.
// It begins with the sum of the nodes below, which arrives in its own dest, and sends the sum of its node and those
// below to the node above.
class Chain {
 public:
  Chain(const Scan& task, comm::Team& team, Leaders& leaders, int lead)
      : task_(task),
        leaders_(leaders),
        mates_(team.nodes->on(team.nodes->mine)),
        from_(task.call, task.source, task.bytes()),
        to_(task.call, task.dest, task.bytes()),
        mine_(slice(task.n, leaders.place(), lead, task.sum.element)),
        begins_(leaders.mine() == 0),
        ends_(leaders.mine() == leaders.nodes() - 1) {}

  void run() {
    if (!begins_ && task_.dest == task_.source) {
      aside_.reset(new char[bytes(mine_.n)]);  // sums of the nodes below will overwrite the source
      std::memcpy(aside_.get(), task_.source + bytes(mine_.first), bytes(mine_.n));
    }
    if (!begins_) leaders_.post_below(0);
    if (!ends_) {
      sums_.reset(new char[bytes(mine_.n)]);
      leaders_.await_above(0);
    }
    const std::size_t step = kChunk / task_.sum.element;
    for (std::size_t i = 0; i < mine_.n; i += step) chunk(i, std::min(step, mine_.n - i));
    if (!ends_) to_.finish_writes();
  }

 private:
  std::size_t bytes(std::size_t n) const { return n * task_.sum.element; }

  void chunk(std::size_t first, std::size_t n) {
    if (!begins_) leaders_.await_below(0);
    constexpr std::size_t kBlock = 4096;
    const std::size_t step = kBlock / task_.sum.element;
    for (std::size_t i = 0; i < n; i += step) block<kBlock>(first + i, std::min(step, n - i));
    if (ends_) return;
    to_.write_later(leaders_.member(leaders_.node(1)), bytes(mine_.first + first), sums_.get() + bytes(first),
                    bytes(n));
    leaders_.post_above(0);
  }

  template <std::size_t kBlock>
  void block(std::size_t i, std::size_t n) {
    alignas(64) char blocks[2][kBlock];
    char *before = blocks[0], *with = blocks[1];
    const std::size_t at = bytes(mine_.first + i);
    if (begins_)
      std::memset(before, 0, bytes(n));  // all zero bits are 0 in every type
    else
      std::memcpy(before, task_.dest + at, bytes(n));
    for (std::size_t m = 0; m < mates_.size(); ++m) {
      const bool is_me = static_cast<int>(m) == leaders_.place();
      const char* theirs = is_me && aside_ ? aside_.get() + bytes(i) : from_.of(mates_[m]) + at;
      if (begins_ && m == 0)
        std::memcpy(with, theirs, bytes(n));  // not 0 + x, which would lose the sign of -0
      else
        task_.sum.apply(with, before, theirs, n);
      std::memcpy(to_.of(mates_[m]) + at, task_.inclusive ? with : before, bytes(n));
      std::swap(before, with);
    }
    if (!ends_) std::memcpy(sums_.get() + bytes(i), before, bytes(n));
  }

  const Scan& task_;
  Leaders& leaders_;
  const std::vector<int>& mates_;
  PeerBuffer from_, to_;
  Slice mine_;
  bool begins_, ends_;  ///< whether this node is the first, and the last, of the chain
  std::unique_ptr<char[]> aside_, sums_;
};

}  // namespace

void chain_scan(const Scan& task) {
  comm::Team& team = *task.call.group.team();
  by_leaders(team, task.bytes(), [&](Leaders& leaders, int lead) { Chain(task, team, leaders, lead).run(); });
}

}  // namespace isthmus::collectives
