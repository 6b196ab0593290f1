// Creates teams. All PEs of the parent combine a few words: the free slots of sync state that each of them has in one
// window of its pool (see slot_pool.hpp). The AND of these offers is the set of slots that all have free, and its
// lowest bits become the slots of the new teams. If there are too few, all PEs see that, and repeat it with the next
// window that may have common slots. What the PEs have to know of each other, such as colors, they share before that.
#pragma once
#include <array>
#include <vector>

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

  /// Collective over the parent: the word that each of its members passes, by member.
  std::vector<std::uint64_t> share(std::uint64_t word);
  /// Collective over the parent: takes slots for this many teams. Returns false on all PEs when there are not enough;
  /// the parent's PE 0 prints that.
  bool agree(int teams);

  /// Local, after agree(): makes the team with the `i`-th slot. This PE must be one of `pes`, and all of them must call
  /// this with the same arguments.
  comm::Team* make(int i, comm::PeSet pes, int num_contexts);

 private:
  /// The bitwise AND of the offers of all PEs.
  struct Common {
    std::uint64_t slots;
    std::uint64_t free;   ///< windows that may have a common slot
    std::uint64_t later;  ///< windows that may have one once other threads settle their offers
  };
  Common combine(const SlotPool::Offer& mine);
  void take(int window, std::uint64_t offered, std::uint64_t common, int teams);

  Job& job_;
  comm::Team& parent_;
  collectives::TeamGroup group_;
  std::array<int, kMostTeams> slots_{};
  int taken_ = 0;
};

}  // namespace isthmus::runtime
