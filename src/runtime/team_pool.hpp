// The teams that the program has made, each at a place of its own for its slot of sync state. Any thread may ask.
#pragma once
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "base/error.hpp"
#include "base/mapping.hpp"
#include "comm/team.hpp"
#include "runtime/slot_pool.hpp"

namespace isthmus::runtime {

class TeamPool {
 public:
  // Not touched, and so without memory, before teams live there.
  TeamPool()
      : pages_(nullptr, comm::kTeamSlots * sizeof(Place), PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE) {
    if (!pages_) base::throw_errno("no address space for the table of teams");
  }
  ~TeamPool() {
    for (int slot = 0; slot < comm::kTeamSlots; ++slot)
      if (at(slot)) remove(slot);
  }
  TeamPool(const TeamPool&) = delete;
  TeamPool& operator=(const TeamPool&) = delete;

  SlotPool& slots() { return slots_; }

  /// An empty team with a slot that has been taken.
  comm::Team& add(int slot) {
    auto* team = new (place(slot).bytes) comm::Team;
    team->slot = slot;
    living_[static_cast<std::size_t>(slot)].store(true, std::memory_order_release);
    return *team;
  }
  /// Before its slot is given back.
  void remove(int slot) {
    living_[static_cast<std::size_t>(slot)].store(false, std::memory_order_relaxed);
    std::destroy_at(team_at(slot));
  }
  /// Null when there is none.
  comm::Team* at(int slot) {
    return living_[static_cast<std::size_t>(slot)].load(std::memory_order_acquire) ? team_at(slot) : nullptr;
  }
  /// Whether this, which may be anything, is the address of a living team.
  bool knows(const comm::Team* team) {
    const auto offset = reinterpret_cast<std::uintptr_t>(team) - pages_.address();
    return offset % sizeof(Place) == 0 && offset / sizeof(Place) < comm::kTeamSlots &&
           at(static_cast<int>(offset / sizeof(Place)));
  }

 private:
  struct alignas(comm::Team) Place {
    std::byte bytes[sizeof(comm::Team)];
  };

  Place& place(int slot) { return static_cast<Place*>(pages_.get())[slot]; }
  comm::Team* team_at(int slot) { return std::launder(reinterpret_cast<comm::Team*>(place(slot).bytes)); }

  SlotPool slots_;
  base::Mapping pages_;
  std::array<std::atomic<bool>, comm::kTeamSlots> living_{};
};

}  // namespace isthmus::runtime
