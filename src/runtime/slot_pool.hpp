// Which slots of sync state are free on this PE. A slot is taken by agreement of all PEs of a parent team (see
// split.hpp): each of them puts free slots on offer, and those that all offer can be taken. What one thread has on
// offer no other thread of this PE offers, so whatever is agreed upon is agreed for good, without a second question.
//
// Slots come in windows of 64; an offer is one window. Any thread may ask.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "comm/team.hpp"

namespace isthmus::runtime {

class SlotPool {
 public:
  static constexpr int kWindows = 64;
  static_assert(comm::kTeamSlots == comm::kFirstFreeSlot + kWindows * 64);

  /// What a PE says to the others.
  struct Offer {
    std::uint64_t slots = 0;  ///< of the window that was asked for
    std::uint64_t free = 0;   ///< windows with free slots, those on offer here included
    std::uint64_t held = 0;   ///< windows with slots that are held back for other threads
  };

  SlotPool() {
    free_.fill(~std::uint64_t{0});
    for (std::size_t slot = 0; slot < start_.size(); ++slot) start_[slot] = static_cast<std::uint8_t>(slot % kWindows);
  }

  static int slot_of(int window, std::uint64_t bit) {
    return comm::kFirstFreeSlot + window * 64 + std::countr_zero(bit);
  }

  /// On behalf of the parent team with this slot. Ended by settle().
  Offer offer(int window, int parent) {
    const std::lock_guard lock(mutex_);
    Offer mine{.free = free_windows_ & ~reserved_for_others(parent)};
    mine.held = offered_windows_ | (free_windows_ & ~mine.free);
    if (mine.free & bit(window)) {
      mine.slots = std::exchange(free_[index(window)], 0);
      offered_[index(window)] |= mine.slots;
      note(window);
    }
    return mine;
  }

  /// Of those that were offered, `taken` are no longer free, the others are again.
  void settle(int window, std::uint64_t offered, std::uint64_t taken) {
    const std::lock_guard lock(mutex_);
    offered_[index(window)] &= ~offered;
    free_[index(window)] |= offered & ~taken;
    note(window);
  }

  /// The slot must be clean: the next team takes it as it is.
  void release(int slot) {
    const std::lock_guard lock(mutex_);
    const int number = slot - comm::kFirstFreeSlot;
    free_[index(number / 64)] |= bit(number % 64);
    note(number / 64);
  }

  /// The parent found slots that it might have, but held back for others: until leave() no thread with a higher parent
  /// offers slots of these windows here. The lowest of all that meet this way is preferred on all of its PEs.
  void queue(int parent, std::uint64_t windows) {
    leave(parent);
    const std::lock_guard lock(mutex_);
    queue_.push_back({parent, windows});
  }
  void leave(int parent) {
    const std::lock_guard lock(mutex_);
    std::erase_if(queue_, [parent](const Waiting& one) { return one.parent == parent; });
  }

  /// Where a split of this parent should look first: the same on all of its PEs, mostly another one for each parent.
  int start(int parent) const { return start_[static_cast<std::size_t>(parent)]; }
  void set_start(int parent, int window) {
    start_[static_cast<std::size_t>(parent)] = static_cast<std::uint8_t>(window);
  }

 private:
  struct Waiting {
    int parent;
    std::uint64_t windows;
  };

  static std::size_t index(int window) { return static_cast<std::size_t>(window); }
  static std::uint64_t bit(int i) { return std::uint64_t{1} << i; }

  void note(int window) {
    const auto set = [window](std::uint64_t& windows, bool on) {
      windows = (windows & ~bit(window)) | (on ? bit(window) : 0);
    };
    set(free_windows_, free_[index(window)]);
    set(offered_windows_, offered_[index(window)]);
  }

  std::uint64_t reserved_for_others(int parent) const {
    std::uint64_t windows = 0;
    for (const Waiting& one : queue_)
      if (one.parent < parent) windows |= one.windows;
    return windows;
  }

  std::mutex mutex_;
  std::array<std::uint64_t, kWindows> free_{}, offered_{};
  std::uint64_t free_windows_ = ~std::uint64_t{0}, offered_windows_ = 0;  // bit w: the window's word is not 0
  std::vector<Waiting> queue_;
  std::array<std::uint8_t, comm::kTeamSlots> start_{};  // touched by collectives of the parent alone
};

}  // namespace isthmus::runtime
