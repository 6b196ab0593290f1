// The teams of this PE that the program has made, and which slots of sync state they have taken. Any thread may ask.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_set>

#include "comm/team.hpp"

namespace isthmus::runtime {

class TeamPool {
 public:
  using Mask = std::array<std::uint64_t, (comm::kTeamSlots + 63) / 64>;

  TeamPool() {
    for (int slot = comm::kFirstFreeSlot; slot < comm::kTeamSlots; ++slot) word(slot) |= bit(slot);
  }
  ~TeamPool() {
    for (comm::Team* team : teams_) delete team;
  }
  TeamPool(const TeamPool&) = delete;
  TeamPool& operator=(const TeamPool&) = delete;

  /// One bit per slot that is free here.
  Mask free_slots() {
    const std::lock_guard lock(mutex_);
    return free_;
  }
  /// False when another thread was quicker.
  bool claim(int slot) {
    const std::lock_guard lock(mutex_);
    const bool free = word(slot) & bit(slot);
    word(slot) &= ~bit(slot);
    return free;
  }
  void release(int slot) {
    const std::lock_guard lock(mutex_);
    word(slot) |= bit(slot);
  }

  comm::Team* add(std::unique_ptr<comm::Team> team) {
    const std::lock_guard lock(mutex_);
    return *teams_.insert(team.release()).first;
  }
  /// Takes a team out; null when it is none of ours.
  std::unique_ptr<comm::Team> remove(comm::Team* team) {
    const std::lock_guard lock(mutex_);
    return std::unique_ptr<comm::Team>(teams_.erase(team) ? team : nullptr);
  }
  bool knows(comm::Team* team) {
    const std::lock_guard lock(mutex_);
    return teams_.contains(team);
  }
  /// Any one of those that are left, or null.
  comm::Team* any() {
    const std::lock_guard lock(mutex_);
    return teams_.empty() ? nullptr : *teams_.begin();
  }

 private:
  std::uint64_t& word(int slot) { return free_[static_cast<std::size_t>(slot) / 64]; }
  static std::uint64_t bit(int slot) { return std::uint64_t{1} << (slot % 64); }

  std::mutex mutex_;
  Mask free_{};
  std::unordered_set<comm::Team*> teams_;
};

}  // namespace isthmus::runtime
