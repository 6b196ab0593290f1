#include "runtime/active_sets.hpp"

#include <bit>
#include <utility>

#include "collectives/group/active_set.hpp"
#include "runtime/teams.hpp"
#include "runtime/world.hpp"

namespace isthmus::runtime {

comm::PeSet active_pes(const char* call, const ActiveSetArguments& set) {
  return collectives::active_pes(call, world.my_pe, world.n_pes, set.start, set.log_stride, set.size);
}

comm::Team* ActiveSets::agree(const char* call, const ActiveSetArguments& set, const Job& job, int my_pe) {
  comm::PeSet pes = active_pes(call, set);
  std::uint64_t offered, common = ~std::uint64_t{0};
  {
    const std::lock_guard lock(mutex_);
    offered = std::exchange(free_, 0);
  }
  {
    collectives::ActiveSet group(call, world.context, pes, my_pe, set.psync);
    group.share(offered);
    for (int member = 0; member < group.size(); ++member) common &= group.shared(member, 0);
  }
  const std::lock_guard lock(mutex_);
  free_ |= offered;
  if (common == 0) return nullptr;
  const int slot = std::countr_zero(common);
  free_ &= ~(std::uint64_t{1} << slot);
  const int known = known_.load(std::memory_order_relaxed);
  Entry& entry = entries_[static_cast<std::size_t>(known)];
  entry.set = set;
  entry.team = make_team(job, std::move(pes), my_pe, comm::kFirstSetSlot + slot);
  known_.store(known + 1, std::memory_order_release);
  return entry.team.get();
}

}  // namespace isthmus::runtime
