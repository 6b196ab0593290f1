#include "runtime/team_memory.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "collectives/barrier/barrier.hpp"
#include "collectives/team_group.hpp"
#include "ops/order.hpp"
#include "runtime/contention.hpp"

namespace isthmus::runtime {
namespace {

using memory::TeamHeap;

/// What the members proposed.
struct Outcome {
  std::size_t least = TeamHeap::kNone, most = 0;
  bool others = false;  ///< somebody's proposal might have been another but for other threads
};

Outcome share(collectives::TeamGroup& group, const TeamHeap::Proposal& mine) {
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

void* team_allocate(Job& job, comm::Team& team, std::size_t bytes, std::size_t alignment) {
  TeamHeap& heap = job.memory->team_heap();
  collectives::TeamGroup group(team);
  bool others = false;
  for (int pass = 0; pass < kPasses; ++pass) {
    for (std::size_t from = 0; from != TeamHeap::kNone;) {
      const TeamHeap::Proposal mine = heap.propose(from, bytes, alignment);
      const Outcome outcome = share(group, mine);
      if (outcome.least == outcome.most && mine.offset != TeamHeap::kNone) {
        heap.keep(mine, team.slot);
        return reinterpret_cast<void*>(heap.segment().base + mine.offset);
      }
      heap.drop(mine);
      others = others || outcome.others;
      from = outcome.most;
    }
    if (!std::exchange(others, false)) break;
    pause(pass);
  }
  return nullptr;
}

void team_free(Job& job, comm::Team& team, void* p) {
  ops::quiet(world.context);
  collectives::sync(team);
  job.memory->team_heap().free(team.slot, p);
}

}  // namespace isthmus::runtime
