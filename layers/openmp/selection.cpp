#include "selection.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <shared_mutex>

namespace isthmus::omp {
namespace {

std::shared_mutex mutex;
using Ranges = std::map<std::uintptr_t, std::uintptr_t>;  // begin -> end
Ranges ranges;                                            // as the program named them
Ranges joined;  // the same addresses without overlaps, so that one look is enough

/// Adds a range to `joined`, as one with those that it overlaps.
void join(std::uintptr_t begin, std::uintptr_t end) {
  auto next = joined.upper_bound(begin);
  if (next != joined.begin() && std::prev(next)->second > begin) begin = (--next)->first;
  for (; next != joined.end() && next->first < end; next = joined.erase(next)) end = std::max(end, next->second);
  joined[begin] = end;
}

}  // namespace

std::atomic<Mode> mode = Mode::off;
std::atomic<std::size_t> n_ranges = 0;
thread_local int scopes = 0;

bool in_range(std::uintptr_t host) {
  const std::shared_lock lock(mutex);
  const auto after = joined.upper_bound(host);
  return after != joined.begin() && host < std::prev(after)->second;
}

void add_range(std::uintptr_t host, std::size_t bytes) {
  const std::unique_lock lock(mutex);
  std::uintptr_t& end = ranges[host];
  end = std::max(end, host + bytes);
  join(host, end);
  n_ranges = ranges.size();
}

bool remove_range(std::uintptr_t host) {
  const std::unique_lock lock(mutex);
  if (ranges.erase(host) == 0) return false;
  const auto whole = std::prev(joined.upper_bound(host));
  const auto [begin, end] = *whole;
  joined.erase(whole);
  for (auto rest = ranges.lower_bound(begin); rest != ranges.end() && rest->first < end; ++rest)
    join(rest->first, rest->second);
  n_ranges = ranges.size();
  return true;
}

}  // namespace isthmus::omp
