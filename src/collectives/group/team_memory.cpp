#include "collectives/group/team_memory.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "collectives/group/contention.hpp"

namespace isthmus::collectives {
namespace {

using memory::TeamHeap;

/// The lowest and the highest offset that members proposed.
struct Outcome {
  std::size_t least = TeamHeap::kNone, most = 0;
  bool others = false;  ///< a member might have proposed a lower offset but for proposals of other threads
};

Outcome share(Group& group, const TeamHeap::Proposal& mine) {
  const std::array<std::uint64_t, 2> words{mine.offset, mine.others};
  group.share(words);
  Outcome outcome;
  for (int member = 0; member < group.size(); ++member) {
    outcome.least = std::min<std::size_t>(outcome.least, group.shared(member, 0));
    outcome.most = std::max<std::size_t>(outcome.most, group.shared(member, 0));
    outcome.others = outcome.others || group.shared(member, 1) != 0;
  }
  return outcome;
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
