// One round of the members of a team that are on this node. A member may show the others some bytes in a line or cell
// of its sync slot, wait for the members that it needs, read their bytes or their memory, and leave. Nobody waits for
// more than it needs: a member that only reads leaves at once, and the owner of a line waits for its readers only
// before it writes to the same line again, kLines rounds later (kCells rounds for a cell).
#pragma once
#include <algorithm>
#include <cstring>

#include "base/wait.hpp"
#include "comm/neighbours.hpp"

namespace isthmus::collectives {

class Round {
 public:
  static constexpr std::size_t kBytes = comm::Cell::kBytes;

  /// `bytes` is the most that a member shows in this round, the same on all members. Where programs may break that
  /// rule, members say their bytes by arrive_saying(), and readers look for them by await_expected() and said_by().
  explicit Round(comm::Neighbours& node, std::size_t bytes = 0)
      : node_(node), generation_(++node.generation), small_(bytes <= comm::Line::kBytes) {}

  int me() const { return node_.me; }
  /// The number of the round, which counts from 1.
  std::uint64_t generation() const { return generation_; }
  int size() const { return node_.size(); }
  /// The member `steps` after this one, cyclically. Members that loop over `steps` do not all read from the same one at
  /// once.
  int after(int steps) const { return me() + steps < size() ? me() + steps : me() + steps - size(); }

  /// Where this member writes the bytes that it shows, before it arrives. Waits for members that still read what was
  /// there.
  std::byte* mine() {
    make_room(small_ ? comm::kLines : comm::kCells);
    return bytes_of(me());
  }
  /// In a round whose members show a line: a cell that a member may fill, too, before it arrives. What it shows in the
  /// line tells the others whether it did.
  std::byte* my_cell() {
    make_room(comm::kCells);
    return cell(me()).payload.data();
  }
  const std::byte* cell_of(int member) const { return cell(member).payload.data(); }
  /// Lets the others read what this member has written, here and elsewhere. mine() must have been called before.
  void arrive() { flag(me()).store(generation_, std::memory_order_release); }
  /// Shows `n` bytes and arrives.
  void arrive(const void* bytes, std::size_t n) {
    std::memcpy(mine(), bytes, n);
    arrive();
  }
  void arrive_empty() {
    mine();
    arrive();
  }

  /// arrive(), which says how many bytes the whole message has that this member shows: a reader may expect another
  /// number, and so look in another place. mine() must have been called before, too.
  void arrive_saying(std::uint64_t bytes) {
    comm::ShownHead& mine = head(me());
    mine.said = bytes;
    mine.flag.store(generation_, std::memory_order_release);
  }
  /// Waits until the member has arrived, in its line or its cell. True if it has said that number of bytes where this
  /// member expects them: shown_by() returns them. Otherwise said_by() does.
  bool await_expected(int member, std::uint64_t bytes) {
    const comm::ShownHead& expected = head(member);
    if (expected.flag.load(std::memory_order_acquire) < generation_) [[unlikely]] {
      const std::atomic<std::uint64_t>& other = small_ ? cell(member).flag : line(member).flag;
      if (!keep_waiting(expected.flag, other, generation_, comm::OthersOf{node_})) return false;
    }
    return expected.said == bytes;
  }
  struct Said {
    std::uint64_t bytes;
    const std::byte* shown;
    bool in_line;  ///< where they are shown; otherwise in the cell
  };
  /// Of a member that has arrived. Only one of the two places can be as new as this round, since the member cannot
  /// write to either again before this one has left.
  Said said_by(int member) const {
    if (line(member).flag.load(std::memory_order_acquire) >= generation_)
      return {line(member).said, line(member).payload.data(), true};
    cell(member).flag.load(std::memory_order_acquire);
    return {cell(member).said, cell(member).payload.data(), false};
  }
  /// The same round of members that show their bytes in lines.
  Round in_lines() const {
    Round same = *this;
    same.small_ = true;
    return same;
  }

  /// Waits until the member has arrived. Returns its bytes, which are valid until this member leaves.
  const std::byte* await(int member) {
    const auto& theirs = flag(member);
    base::wait_until([&] { return theirs.load(std::memory_order_acquire) >= generation_; }, nullptr,
                     comm::OthersOf{node_});
    return bytes_of(member);
  }
  /// The bytes of a member for which await() was called.
  const std::byte* shown_by(int member) const { return bytes_of(member); }
  void await_all() {
    for (int step = 1; step < size(); ++step) await(after(step));
    saw_all();
  }
  /// Ends the round of a member that knows that all others have arrived, and so that they have finished all earlier
  /// rounds. Either all members end a round by this, or all by leaving.
  void saw_all() { node_.settled = generation_ - 1; }

  /// Waits until all others have left the round that was `ahead` rounds before this one: what the owner showed then may
  /// be overwritten.
  void make_room(std::uint64_t ahead) {
    if (generation_ > node_.settled + ahead) [[unlikely]]
      settle(generation_ - ahead);
  }

  /// From here on this member reads nothing of the others that belongs to the round, and what it wrote may be read.
  void leave() { slot(me()).done.generation.store(generation_, std::memory_order_release); }
  void await_left(int member) {
    const auto& done = slot(member).done.generation;
    base::wait_until([&] { return done.load(std::memory_order_acquire) >= generation_; }, nullptr,
                     comm::OthersOf{node_});
  }
  /// Leaves, and waits until all others have left.
  void leave_together() {
    leave();
    for (int step = 1; step < size(); ++step) await_left(after(step));
    node_.settled = generation_;
  }

 private:
  comm::SyncSlot& slot(int member) const { return *node_.slots[static_cast<std::size_t>(member)]; }
  comm::Line& line(int member) const { return slot(member).lines[generation_ % comm::kLines]; }
  comm::Cell& cell(int member) const { return slot(member).cells[generation_ % comm::kCells]; }
  comm::ShownHead& head(int member) const {
    return small_ ? static_cast<comm::ShownHead&>(line(member)) : cell(member);
  }
  std::atomic<std::uint64_t>& flag(int member) const { return head(member).flag; }

  std::byte* bytes_of(int member) const { return small_ ? line(member).payload.data() : cell(member).payload.data(); }

  /// Waits for one of two flags. The first is looked at all the time, and the other, which only programs with an error
  /// need, now and then. True if it is the first. As in base::wait_until(), it has copies of what it needs.
  [[gnu::noinline]] static bool keep_waiting(const std::atomic<std::uint64_t>& expected,
                                             const std::atomic<std::uint64_t>& other, std::uint64_t generation,
                                             comm::OthersOf others) {
    base::Backoff backoff(nullptr);
    for (unsigned looks = 1;; ++looks) {
      backoff.wait(others);
      if (expected.load(std::memory_order_acquire) >= generation) return true;
      if (looks % 16 == 0 && other.load(std::memory_order_relaxed) >= generation) return false;
    }
  }

  /// Waits until all others have left the round `needed`.
  [[gnu::noinline]] void settle(std::uint64_t needed) {
    std::uint64_t least = generation_ - 1;
    for (int step = 1; step < size(); ++step) {
      const auto& done = slot(after(step)).done.generation;
      std::uint64_t seen = 0;
      base::wait_until([&] { return (seen = done.load(std::memory_order_acquire)) >= needed; }, nullptr,
                       comm::OthersOf{node_});
      least = std::min(least, seen);
    }
    node_.settled = least;
  }

  comm::Neighbours& node_;
  std::uint64_t generation_;
  bool small_;  ///< the bytes fit into a line; otherwise they are in a cell
};

}  // namespace isthmus::collectives
