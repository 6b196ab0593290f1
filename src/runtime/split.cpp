#include "runtime/split.hpp"

#include "base/log.hpp"
#include "collectives/group/contention.hpp"
#include "runtime/teams.hpp"

namespace isthmus::runtime {
namespace {

/// The next set bit above `from`, wrapping around at the end.
int next(std::uint64_t windows, int from) {
  const int above = (from + 1) % SlotPool::kWindows;
  return (std::countr_zero(std::rotr(windows, above)) + above) % SlotPool::kWindows;
}

}  // namespace

Split::~Split() {
  for (int i = 0; i < taken_; ++i)
    if (slots_[static_cast<std::size_t>(i)]) job_.teams.slots().release(slots_[static_cast<std::size_t>(i)]);
}

std::vector<std::uint64_t> Split::share(std::uint64_t word) {
  group_.share(word);
  std::vector<std::uint64_t> words;
  for (int member = 0; member < group_.size(); ++member) words.push_back(group_.shared(member, 0));
  return words;
}

Split::Common Split::combine(const SlotPool::Offer& mine) {
  std::array<std::uint64_t, 4> words{mine.slots, mine.free, mine.free | mine.held, ~mine.held};
  group_.fold(words, collectives::Fold::bit_and);
  const std::uint64_t held_nowhere = words[3];
  return {words[0], words[1], words[2] & ~held_nowhere};
}

void Split::take(int window, std::uint64_t offered, std::uint64_t common, int teams) {
  std::uint64_t chosen = 0;
  for (; common && taken_ < teams; common &= common - 1) {
    chosen |= common & -common;
    slots_[static_cast<std::size_t>(taken_++)] = SlotPool::slot_of(window, common);
  }
  job_.teams.slots().settle(window, offered, chosen);
}

bool Split::agree(int teams) {
  SlotPool& pool = job_.teams.slots();
  std::uint64_t untried = ~std::uint64_t{0};
  int window = pool.start(parent_.slot), pass = 0;
  while (true) {
    const SlotPool::Offer mine = pool.offer(window, parent_.slot);
    const Common common = combine(mine);
    take(window, mine.slots, common.slots, teams);
    if (taken_ == teams) break;
    untried &= ~(std::uint64_t{1} << window);
    if (common.free & untried) {
      window = next(common.free & untried, window);
    } else if (common.later && pass < collectives::kPasses) {
      pool.queue(parent_.slot, common.later);
      collectives::pause(pass++);
      untried = ~std::uint64_t{0};
      window = next(common.later, window);
    } else {
      break;
    }
  }
  if (pass > 0) pool.leave(parent_.slot);
  pool.set_start(parent_.slot, window);
  if (taken_ == teams) return true;
  if (parent_.me == 0) base::say("no sync state left for another team; destroy teams that are no longer needed");
  return false;
}

comm::Team* Split::make(int i, comm::PeSet pes, int num_contexts) {
  const int slot = std::exchange(slots_[static_cast<std::size_t>(i)], 0);
  job_.teams.slots().set_start(slot, slot % SlotPool::kWindows);
  comm::Team& team = job_.teams.add(slot);
  set_up(team, job_, std::move(pes), parent_.pes.pe(parent_.me), slot);
  team.num_contexts = num_contexts;
  return &team;
}

}  // namespace isthmus::runtime
