// How teams come to be. All PEs of a parent share a few words once: the free slots of sync state that each of them has
// in one window of its pool (see slot_pool.hpp), and a word of the caller's, such as a color. The AND of the offers is
// what all have, and its lowest bits are the new teams' slots. Where the AND is empty, all see it, and go on with the
// next window that might do.
#pragma once
#include <array>

#include "collectives/group/team_group.hpp"
#include "runtime/world.hpp"

namespace isthmus::runtime {

class Split {
 public:
  static constexpr int kMostTeams = 2;

  Split(Job& job, comm::Team& parent) : job_(job), parent_(parent), group_(parent) {}
  /// Gives back the slots of which no team was made.
  ~Split();
  Split(const Split&) = delete;
  Split& operator=(const Split&) = delete;

  /// Collective over the parent: slots for so many teams, or false on all PEs when they are used up (which the first
  /// PE says). `word` is shown to the other PEs.
  bool agree(int teams, std::uint64_t word = 0);
  /// What the parent's member gave to agree().
  std::uint64_t word(int member) const { return group_.shared(member, kWord); }

  /// Local, after agree(): the team with the `i`-th slot. This PE is a member; all members make the same.
  comm::Team* make(int i, comm::PeSet pes, int num_contexts);

 private:
  enum : std::size_t { kSlots, kFree, kHeld, kWord, kWords };

  /// What the offers of all PEs have in common.
  struct Common {
    std::uint64_t slots = ~std::uint64_t{0};
    std::uint64_t free = ~std::uint64_t{0};   ///< windows that may have a common slot
    std::uint64_t later = ~std::uint64_t{0};  ///< windows that may have one later, when nobody holds anything back
  };
  Common share(const SlotPool::Offer& mine, std::uint64_t word);
  void take(int window, std::uint64_t offered, std::uint64_t common, int teams);

  Job& job_;
  comm::Team& parent_;
  collectives::TeamGroup group_;
  std::array<int, kMostTeams> slots_{};
  int taken_ = 0;
};

}  // namespace isthmus::runtime
