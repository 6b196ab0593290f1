// Creates teams. All PEs of the parent exchange a few words: the free slots of sync state that each of them has in one
// window of its pool (see slot_pool.hpp), and a word of the caller's, such as a color. The AND of these offers is the
// set of slots that all have free, and its lowest bits become the slots of the new teams. If there are too few, all PEs
// see that, and repeat the exchange with the next window that may have common slots.
#pragma once
#include <array>

#include "collectives/group/team_group.hpp"
#include "runtime/world.hpp"

namespace isthmus::runtime {

class Split {
 public:
  static constexpr int kMostTeams = 2;

  Split(Job& job, comm::Team& parent) : job_(job), parent_(parent), group_(parent) {}
  /// Releases the slots that were taken but for which make() was not called.
  ~Split();
  Split(const Split&) = delete;
  Split& operator=(const Split&) = delete;

  /// Collective over the parent: takes slots for this many teams. Returns false on all PEs when there are not enough;
  /// the parent's PE 0 prints that. `word` is sent to the other PEs.
  bool agree(int teams, std::uint64_t word = 0);
  /// The word that this member of the parent passed to agree().
  std::uint64_t word(int member) const { return group_.shared(member, kWord); }

  /// Local, after agree(): makes the team with the `i`-th slot. This PE must be one of `pes`, and all of them must call
  /// this with the same arguments.
  comm::Team* make(int i, comm::PeSet pes, int num_contexts);

 private:
  enum : std::size_t { kSlots, kFree, kHeld, kWord, kWords };

  /// The bitwise AND of the offers of all PEs.
  struct Common {
    std::uint64_t slots = ~std::uint64_t{0};
    std::uint64_t free = ~std::uint64_t{0};   ///< windows that may have a common slot
    std::uint64_t later = ~std::uint64_t{0};  ///< windows that may have one once other threads settle their offers
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
