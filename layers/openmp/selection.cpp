#include "selection.hpp"

#include <map>
#include <mutex>
#include <shared_mutex>

namespace isthmus::omp {
namespace {

std::shared_mutex mutex;
std::map<std::uintptr_t, std::uintptr_t> ranges;  // begin -> end

}  // namespace

std::atomic<Mode> mode = Mode::off;
std::atomic<std::size_t> n_ranges = 0;
thread_local int scopes = 0;

bool in_range(std::uintptr_t host) {
  const std::shared_lock lock(mutex);
  const auto after = ranges.upper_bound(host);
  return after != ranges.begin() && host < std::prev(after)->second;
}

void add_range(std::uintptr_t host, std::size_t bytes) {
  const std::unique_lock lock(mutex);
  ranges[host] = host + bytes;
  n_ranges = ranges.size();
}

bool remove_range(std::uintptr_t host) {
  const std::unique_lock lock(mutex);
  const bool found = ranges.erase(host) != 0;
  n_ranges = ranges.size();
  return found;
}

}  // namespace isthmus::omp
