#include "activity_log.hpp"

namespace isthmus::profile {

ActivityLog& activity_log() {
  static auto& log = *new ActivityLog;
  return log;
}

void ActivityLog::open(std::size_t most) {
  const std::lock_guard lock(mutex_);
  most_ = most;
  ring_.clear();
  n_added_ = n_lost_ = 0;
  names_.forget();
}

ActivityLog::Delivery::Delivery() : lock_(activity_log().mutex_) {}

void ActivityLog::Delivery::add(ActivityRow row, std::uint64_t start, std::uint64_t end) {
  ActivityLog& log = activity_log();
  if (!log.is_open() || end < start) return;
  const Entry entry{row, start, end};
  if (log.ring_.size() < log.most_)
    log.ring_.push_back(entry);
  else
    log.ring_[log.n_added_ % log.most_] = entry;
  ++log.n_added_;
}

std::uint32_t ActivityLog::Delivery::number_of(const char* kernel) {
  return activity_log().names_.number_of(kernel ? kernel : "?");
}

void ActivityLog::Delivery::lose(std::size_t n) {
  if (activity_log().is_open()) activity_log().n_lost_ += n;
}

}  // namespace isthmus::profile
