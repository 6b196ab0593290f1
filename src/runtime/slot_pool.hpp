// The slots of sync state that are free on this PE. A slot is taken by agreement of all PEs of a parent team (see
// split.hpp): each of them offers free slots, and those that all offer can be taken. A slot that one thread has offered
// is offered by no other thread of this PE, so an agreement is final and needs no second round.
//
// Slots come in windows of 64; an offer is one window. Thread-safe.
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

  /// What a PE sends to the other PEs of the parent team.
  struct Offer {
    std::uint64_t slots = 0;  ///< the free slots in the window that was asked for
    std::uint64_t free = 0;   ///< windows with free slots, including those in `slots`
    std::uint64_t held = 0;   ///< windows with slots that are held back for other threads
  };

  SlotPool() {
    free_.fill(~std::uint64_t{0});
    for (std::size_t slot = 0; slot < start_.size(); ++slot) start_[slot] = static_cast<std::uint8_t>(slot % kWindows);
  }

  static int slot_of(int window, std::uint64_t bit) {
    return comm::kFirstFreeSlot + window * 64 + std::countr_zero(bit);
  }

  /// Offers the window's free slots on behalf of the parent team with slot `parent`. Each offer must be ended by
  /// settle().
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

  /// Ends an offer: of the slots in `offered`, those in `taken` now belong to teams, and the others are free again.
  void settle(int window, std::uint64_t offered, std::uint64_t taken) {
    const std::lock_guard lock(mutex_);
    offered_[index(window)] &= ~offered;
    free_[index(window)] |= offered & ~taken;
    note(window);
  }

  /// Frees the slot of a team. Its sync state must be clean (SyncSlot::clean), since the next team uses it as it is.
  void release(int slot) {
    const std::lock_guard lock(mutex_);
    const int number = slot - comm::kFirstFreeSlot;
    free_[index(number / 64)] |= bit(number % 64);
    note(number / 64);
  }

  /// Reserves windows for a parent team that found free slots only among those held back for other threads: until
  /// leave(), this PE offers no slots of these windows to parents with higher slots. The lowest of the competing
  /// parents thus has priority on all of its PEs.
  void queue(int parent, std::uint64_t windows) {
    leave(parent);
    const std::lock_guard lock(mutex_);
    queue_.push_back({parent, windows});
  }
  void leave(int parent) {
    const std::lock_guard lock(mutex_);
    std::erase_if(queue_, [parent](const Waiting& one) { return one.parent == parent; });
  }

  /// The window that a split of this parent tries first. It is the same on all of its PEs, and usually differs between
  /// parents, so that concurrent splits seldom compete.
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
  std::uint64_t free_windows_ = ~std::uint64_t{0}, offered_windows_ = 0;  // bit w: word w of free_ / offered_ is not 0
  std::vector<Waiting> queue_;
  std::array<std::uint8_t, comm::kTeamSlots> start_{};  // no lock: accessed only in collectives of the parent
};

}  // namespace isthmus::runtime
