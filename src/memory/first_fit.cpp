#include "memory/first_fit.hpp"

#include <algorithm>
#include <iterator>

namespace isthmus::memory {

std::size_t FirstFit::find(std::size_t from, std::size_t bytes, std::size_t alignment) const {
  if (bytes == 0) return kNone;
  auto range = free_.upper_bound(from);
  if (range != free_.begin()) --range;  // `from` may be inside the range before it
  for (; range != free_.end(); ++range) {
    const auto [start, end] = *range;
    const std::size_t lowest = std::max(start, from);
    if (lowest > SIZE_MAX - (alignment - 1)) return kNone;
    const std::size_t offset = (lowest + alignment - 1) / alignment * alignment;
    if (offset < end && end - offset >= bytes) return offset;
  }
  return kNone;
}

void FirstFit::take(std::size_t offset, std::size_t bytes) {
  const auto range = std::prev(free_.upper_bound(offset));
  const auto [start, end] = *range;
  if (end > offset + bytes) free_.emplace_hint(std::next(range), offset + bytes, end);
  if (start < offset)
    range->second = offset;
  else
    free_.erase(range);
}

void FirstFit::give_back(std::size_t offset, std::size_t bytes) {
  std::size_t end = offset + bytes;
  auto above = free_.lower_bound(offset);
  if (above != free_.end() && above->first == end) {
    end = above->second;
    above = free_.erase(above);
  }
  if (above != free_.begin()) {
    const auto below = std::prev(above);
    if (below->second == offset) {
      below->second = end;
      return;
    }
  }
  free_.emplace_hint(above, offset, end);
}

}  // namespace isthmus::memory
