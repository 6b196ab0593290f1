// One round of the members of a team that are on this node: each may show the others some bytes, wait for whom it
// needs, read their lines or their memory, and leave. Nobody waits for more than it needs: a member that only reads
// leaves at once, and the owner of a line comes back to wait only when the line's turn comes again.
#pragma once
#include <algorithm>
#include <cstring>

#include "base/wait.hpp"
#include "comm/team.hpp"

namespace isthmus::collectives {

class Round {
 public:
  static constexpr std::size_t kBytes = comm::Cell::kBytes;

  /// `bytes`: the most that a member shows, the same on all members.
  explicit Round(comm::Neighbours& node, std::size_t bytes = 0)
      : node_(node), generation_(++node.generation), small_(bytes <= comm::Line::kBytes) {}

  int me() const { return node_.me; }
  int size() const { return node_.size(); }
  /// The member `steps` after this one. Each begins with another, so that not everybody reads from one at once.
  int after(int steps) const { return me() + steps < size() ? me() + steps : me() + steps - size(); }

  /// Where this member's bytes for the others go, before arrive(). Waits for those that still read what was there.
  std::byte* mine() {
    const std::uint64_t ahead = small_ ? comm::kLines : comm::kCells;
    if (generation_ > node_.settled + ahead) [[unlikely]]
      settle(generation_ - ahead);
    return bytes_of(me());
  }
  /// What this member wrote before, in its lines and elsewhere, may be read. After mine().
  void arrive() { flag(me()).store(generation_, std::memory_order_release); }
  /// Both, with the bytes.
  void arrive(const void* bytes, std::size_t n) {
    std::memcpy(mine(), bytes, n);
    arrive();
  }
  void arrive_empty() {
    mine();
    arrive();
  }

  /// Waits until the member has arrived; its bytes, valid until this member leaves.
  const std::byte* await(int member) {
    const auto& theirs = flag(member);
    base::wait_until([&] { return theirs.load(std::memory_order_acquire) >= generation_; });
    return bytes_of(member);
  }
  /// The bytes of a member that was awaited.
  const std::byte* shown_by(int member) const { return bytes_of(member); }
  void await_all() {
    for (int step = 1; step < size(); ++step) await(after(step));
    saw_all();
  }
  /// This member has awaited everybody: who is here has finished all that was before. Either all members end a round by
  /// this, or all by leaving.
  void saw_all() { node_.settled = generation_ - 1; }

  /// This member reads nothing of the others any more that belongs to the round; what it wrote may be read.
  void leave() { slot(me()).done.generation.store(generation_, std::memory_order_release); }
  void await_left(int member) {
    const auto& done = slot(member).done.generation;
    base::wait_until([&] { return done.load(std::memory_order_acquire) >= generation_; });
  }
  /// Leaves, and waits until everybody has.
  void leave_together() {
    leave();
    for (int step = 1; step < size(); ++step) await_left(after(step));
    node_.settled = generation_;
  }

 private:
  comm::SyncSlot& slot(int member) const { return *node_.slots[static_cast<std::size_t>(member)]; }
  comm::Line& line(int member) const { return slot(member).lines[generation_ % comm::kLines]; }
  comm::Cell& cell(int member) const { return slot(member).cells[generation_ % comm::kCells]; }
  std::atomic<std::uint64_t>& flag(int member) const { return small_ ? line(member).flag : cell(member).flag; }

  std::byte* bytes_of(int member) const { return small_ ? line(member).payload.data() : cell(member).payload.data(); }

  [[gnu::noinline]] void settle(std::uint64_t needed) {
    std::uint64_t least = generation_ - 1;
    for (int step = 1; step < size(); ++step) {
      const auto& done = slot(after(step)).done.generation;
      std::uint64_t seen = 0;
      base::wait_until([&] { return (seen = done.load(std::memory_order_acquire)) >= needed; });
      least = std::min(least, seen);
    }
    node_.settled = least;
  }

  comm::Neighbours& node_;
  std::uint64_t generation_;
  bool small_;  ///< a line is enough
};

}  // namespace isthmus::collectives
