// Collectives of teams: begun by calls, advanced by polls.
//
// A collective is named by its team's name and by its number in the team, which all members count alike. Members
// exchange two messages: `ready` tells that a member waits for something of another's, and `data` brings a piece of it.
// Data is only sent to a member that is ready, so it goes straight to where the member wants it, and nothing has to be
// kept for members that come late but one word of `ready` bits.
// A member that calls another collective than the rest, or with another root or size, is found out by its `ready`.
// Where nobody tells anybody, as between two members that both take themselves for the root, a collective that has
// waited for long asks the next member of the team by a `probe`.
//
// An operation is advanced by the thread that serves messages, and sends only what finds room at once.
#pragma once
#include <gasnet_fwd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "event.hpp"
#include "job.hpp"

namespace isthmus::gasnet {

void start_collectives();
/// For the thread that is running. Returns false if nothing could be done.
bool advance_collectives();

/// The two phases that operations consist of are numbered one after the other.
struct CollectiveName {
  std::uint64_t team;
  std::uint32_t number;
  bool operator==(const CollectiveName&) const = default;
};
struct CollectiveNameHash {
  std::size_t operator()(const CollectiveName& name) const {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
    return static_cast<std::size_t>((name.team * kOdd) ^ name.number);
  }
};

/// What members have to agree on: `ready` carries a digest of it.
struct Signature {
  enum class Kind : std::uint8_t { barrier, broadcast, reduce, reduce_to_all, redistribution, copy, sequence };
  Kind kind;
  gex_Rank_t root = 0;
  std::size_t bytes = 0;
  std::uint32_t digest() const;
};

/// One collective of this rank.
class Collective {
 public:
  Collective(gex_TM_t team, const Signature& signature);
  virtual ~Collective();
  Collective(const Collective&) = delete;
  Collective& operator=(const Collective&) = delete;

  /// Does what can be done. Returns true when this rank's part is complete.
  virtual bool advance() = 0;

  /// Asks the next member whether it has called the same, if this collective has waited for long since it did.
  void probe_if_stalled(std::chrono::steady_clock::time_point now);

  isthmus_gasnet_event* event = nullptr;  ///< which becomes complete; null for a part of another collective

 protected:
  friend struct Delivery;

  gex_Rank_t me() const { return team_->rank; }
  gex_Rank_t size() const { return team_->size; }
  /// Whether `ready` has come under this slot.
  bool is_ready(unsigned slot) const { return ready_ & (std::uint64_t{1} << slot); }
  /// Tells a member that this one is ready, under a slot that the member knows. Returns false if there was no room.
  bool tell_ready(gex_Rank_t member, unsigned slot);
  /// Sends more of `from` to a member, up to `available` bytes of it, which go to its place and `offset` bytes further.
  /// Returns true when `*sent` has reached `bytes`.
  bool send_more(gex_Rank_t member, const void* from, std::size_t available, std::size_t bytes, std::size_t* sent,
                 std::size_t offset = 0);
  /// Where data that comes is placed from now on.
  void receive_into(void* place) {
    place_ = place;
    received_ = 0;
  }
  std::size_t received() const { return received_; }

 private:
  gex_TM_t team_;
  const CollectiveName name_;
  const std::uint32_t digest_;
  std::uint64_t ready_ = 0;  ///< by slot
  void* place_ = nullptr;
  std::size_t received_ = 0;
  std::chrono::steady_clock::time_point probed_{};  ///< or looked at first
};

/// Gives the collective to the engine, and returns its event. `make` constructs it, under the lock of all collectives.
gex_Event_t begin(Collective* (*make)(void* arguments), void* arguments);

template <class Make>
gex_Event_t begin_collective(Make&& make) {
  return begin([](void* arguments) -> Collective* { return (*static_cast<Make*>(arguments))(); }, &make);
}

}  // namespace isthmus::gasnet
