// The active sets of the deprecated interface as teams: the first call with a set and a pSync array agrees, through
// that array, on a slot of sync state, and all later ones run as fast as a team's.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "comm/team.hpp"

namespace isthmus::runtime {

struct Job;

struct ActiveSetArguments {
  int start, log_stride, size;
  long* psync;

  bool operator==(const ActiveSetArguments&) const = default;
};

/// The PEs of the set. Ends the job, naming the call, when this PE is not in it or there is no such set.
comm::PeSet active_pes(const char* call, const ActiveSetArguments& set);

class ActiveSets {
 public:
  /// The set's team, the same answer on all members; null when no slot is left, which leaves pSync to work with. Ends
  /// the job, naming the call, when the arguments describe no set of this job that this PE is in.
  comm::Team* team(const char* call, const ActiveSetArguments& set, const Job& job, int my_pe) {
    const int known = known_.load(std::memory_order_acquire);
    for (int i = 0; i < known; ++i)
      if (entries_[static_cast<std::size_t>(i)].set == set) return entries_[static_cast<std::size_t>(i)].team.get();
    return agree(call, set, job, my_pe);
  }

 private:
  struct Entry {
    ActiveSetArguments set;
    std::unique_ptr<comm::Team> team;
  };

  comm::Team* agree(const char* call, const ActiveSetArguments& set, const Job& job, int my_pe);

  std::array<Entry, comm::kSetSlots> entries_;
  std::atomic<int> known_ = 0;
  std::mutex mutex_;
  std::uint64_t free_ = ~std::uint64_t{0};  ///< slots; none while a thread offers them to other members
};

static_assert(comm::kSetSlots == 64);

}  // namespace isthmus::runtime
