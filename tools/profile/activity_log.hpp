// The newest kernels, copies and fills of this process, of all vendors. The vendors' libraries deliver them, on threads
// of their own, with times of their own clocks.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "numbering.hpp"
#include "report.hpp"

namespace isthmus::profile {

class ActivityLog {
 public:
  struct Entry {
    ActivityRow row;
    std::uint64_t start, end;
  };

  /// Forgets everything, and keeps so many from now on.
  void open(std::size_t most);
  bool is_open() const { return most_ > 0; }
  /// Calls `with` for every entry, the oldest first, and keeps none from now on.
  template <class With>
  void close(With with) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < ring_.size(); ++i) with(ring_[(n_added_ + i) % ring_.size()]);
    most_ = 0;
  }

  std::uint64_t n_dropped() const { return n_added_ - ring_.size() + n_lost_; }
  const std::vector<std::string>& kernel_names() const { return names_.keys(); }

  /// The right to add to the log, which one thread has at a time.
  class Delivery {
   public:
    Delivery();
    /// `times` has the beginning and the end; one that has not ended is left out.
    template <class Times>
    void add(ActivityRow row, const Times& times) {
      add(row, times.start, times.end);
    }
    /// The number for ActivityRow::name.
    std::uint32_t number_of(const char* kernel);
    /// So many were lost before they came here.
    void lose(std::size_t n);

   private:
    void add(ActivityRow row, std::uint64_t start, std::uint64_t end);
    const std::lock_guard<std::mutex> lock_;
  };

 private:
  static constexpr std::size_t kMostNames = 4096;

  std::mutex mutex_;
  std::atomic<std::size_t> most_ = 0;
  std::vector<Entry> ring_;
  std::uint64_t n_added_ = 0, n_lost_ = 0;
  Numbering<std::string> names_{kMostNames, "other kernels"};
};

/// Never destroyed: the vendors' threads may outlive the destructors of this library.
ActivityLog& activity_log();

}  // namespace isthmus::profile
