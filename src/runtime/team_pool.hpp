// The teams that the program has made, in a table indexed by their slots of sync state. Thread-safe, except that a slot
// may be added or removed by one thread at a time.
#pragma once
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "base/error.hpp"
#include "base/mapping.hpp"
#include "comm/team.hpp"
#include "runtime/slot_pool.hpp"

namespace isthmus::runtime {

class TeamPool {
 public:
  // The pages are only reserved here; the kernel provides memory when a team is first made in them.
  TeamPool()
      : pages_(nullptr, comm::kTeamSlots * sizeof(Place), PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE) {
    if (!pages_) base::throw_no_address_space("the table of teams");
  }
  ~TeamPool() {
    for (int slot = 0; slot < comm::kTeamSlots; ++slot)
      if (state(slot) != State::untouched) std::destroy_at(team_at(slot));
  }
  TeamPool(const TeamPool&) = delete;
  TeamPool& operator=(const TeamPool&) = delete;

  SlotPool& slots() { return slots_; }

  /// Makes an empty team with this slot, which must have been taken from slots().
  comm::Team& add(int slot) {
    if (state(slot) == State::untouched) new (place(slot).bytes) comm::Team;
    comm::Team& team = *team_at(slot);
    team.slot = slot;
    state(slot).store(State::living, std::memory_order_release);
    return team;
  }
  /// Empties the team, before its slot is released. The capacity of its vector of neighbours is kept for the next team.
  void remove(int slot) {
    state(slot).store(State::empty, std::memory_order_relaxed);
    comm::Team empty;
    empty.node.slots = std::move(team_at(slot)->node.slots);
    empty.node.slots.clear();
    *team_at(slot) = std::move(empty);
  }
  /// The team with this slot; null when there is none.
  comm::Team* at(int slot) {
    return state(slot).load(std::memory_order_acquire) == State::living ? team_at(slot) : nullptr;
  }
  /// Whether `team`, which may be any value, is the address of a team that exists.
  bool knows(const comm::Team* team) {
    const auto offset = reinterpret_cast<std::uintptr_t>(team) - pages_.address();
    return offset % sizeof(Place) == 0 && offset / sizeof(Place) < comm::kTeamSlots &&
           at(static_cast<int>(offset / sizeof(Place)));
  }

 private:
  enum class State : std::uint8_t { untouched, empty, living };  // of a place; an untouched one has no Team object
  struct alignas(comm::Team) Place {
    std::byte bytes[sizeof(comm::Team)];
  };

  Place& place(int slot) { return static_cast<Place*>(pages_.get())[slot]; }
  std::atomic<State>& state(int slot) { return states_[static_cast<std::size_t>(slot)]; }
  comm::Team* team_at(int slot) { return std::launder(reinterpret_cast<comm::Team*>(place(slot).bytes)); }

  SlotPool slots_;
  base::Mapping pages_;
  std::array<std::atomic<State>, comm::kTeamSlots> states_{};
};

}  // namespace isthmus::runtime
