// Maps the active sets of the deprecated interface to teams. In the first call with a given set and pSync array, the
// members use the array to agree on a slot of sync state; all later calls find the team and run as fast as a team's.
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

/// The PEs of the set. Ends the job, naming the call, when this PE is not in it or the job has no such set.
comm::PeSet active_pes(const char* call, const ActiveSetArguments& set);

class ActiveSets {
 public:
  /// The set's team. Null, on all members, when the members have no free slot in common; the caller then synchronises
  /// through pSync. Ends the job, naming the call, when the job has no such set or this PE is not in it.
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
  std::atomic<int> known_ = 0;  ///< entries in use; they are only ever added
  std::mutex mutex_;
  std::uint64_t free_ = ~std::uint64_t{0};  ///< bit mask of free slots; 0 while a thread offers them in agree()
};

static_assert(comm::kSetSlots == 64);

}  // namespace isthmus::runtime
