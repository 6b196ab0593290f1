#include "collectives/group/team_memory.hpp"

#include <array>
#include <utility>

#include "collectives/group/contention.hpp"

namespace isthmus::collectives {
namespace {

using memory::TeamHeap;

/// The lowest and the highest offset that members proposed.
struct Outcome {
  std::size_t least, most;
  bool others;  ///< a member might have proposed a lower offset but for proposals of other threads
};

/// The highest offset is the complement of the lowest complement.
Outcome share(Group& group, const TeamHeap::Proposal& mine) {
  std::array<std::uint64_t, 3> words{mine.offset, ~std::uint64_t{mine.offset}, mine.others ? 0U : 1U};
  group.fold(words, Fold::minimum);
  return {words[0], ~words[1], words[2] == 0};
}

}  // namespace

void* team_allocate(TeamHeap& heap, Group& group, std::size_t bytes, std::size_t alignment) {
  bool others = false;
  for (int pass = 0; pass < kPasses; ++pass) {
    for (std::size_t from = 0; from != TeamHeap::kNone;) {
      const TeamHeap::Proposal mine = heap.propose(from, bytes, alignment);
      const Outcome outcome = share(group, mine);
      if (outcome.least == outcome.most && mine.offset != TeamHeap::kNone) {
        heap.keep(mine, group.team()->slot);
        return reinterpret_cast<void*>(heap.segment().base + mine.offset);
      }
      heap.drop(mine);
      others = others || outcome.others;
      from = outcome.most;
    }
    // Ranges that other threads have only proposed may be free in the next pass.
    if (!std::exchange(others, false)) break;
    pause(pass);
  }
  return nullptr;
}

}  // namespace isthmus::collectives
