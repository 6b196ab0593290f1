// What an allocator over [0, size) has given away, kept as plain intervals: the oracle of its tests. It knows
// nothing of how blocks are chosen, only what is true of any allocator that works in steps of `granule`.
#pragma once
#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace isthmus::test {

class IntervalModel {
 public:
  IntervalModel(std::size_t size, std::size_t granule) : size_(size / granule * granule), granule_(granule) {}

  std::size_t rounded(std::size_t bytes) const { return (bytes + granule_ - 1) / granule_ * granule_; }

  /// False when [offset, offset + extent) is not wholly free.
  bool take(std::size_t offset, std::size_t extent) {
    const auto next = taken_.lower_bound(offset);
    if (offset + extent > size_ || (next != taken_.end() && next->first < offset + extent)) return false;
    if (next != taken_.begin() && std::prev(next)->first + std::prev(next)->second > offset) return false;
    taken_.emplace(offset, extent);
    used_ += extent;
    return true;
  }

  void give_back(std::size_t offset) {
    used_ -= taken_.at(offset);
    taken_.erase(offset);
  }

  void shrink(std::size_t offset, std::size_t bytes) {
    std::size_t& extent = taken_.at(offset);
    const std::size_t kept = std::min(extent, rounded(bytes));
    used_ -= extent - kept;
    extent = kept;
  }

  /// False, and nothing changes, if what follows is not free.
  bool grow(std::size_t offset, std::size_t bytes) {
    const auto block = taken_.find(offset);
    const std::size_t end = offset + rounded(bytes);
    if (end > size_ || (std::next(block) != taken_.end() && std::next(block)->first < end)) return false;
    used_ += rounded(bytes) - block->second;
    block->second = rounded(bytes);
    return true;
  }

  bool fits(std::size_t bytes, std::size_t alignment) const {
    const std::vector<Gap> all = gaps();
    return std::any_of(all.begin(), all.end(), [&](const Gap& gap) {
      const std::size_t start = (gap.first + alignment - 1) / alignment * alignment;
      return start < gap.second && rounded(bytes) <= gap.second - start;
    });
  }

  std::size_t largest_free() const {
    std::size_t largest = 0;
    for (const Gap& gap : gaps()) largest = std::max(largest, gap.second - gap.first);
    return largest;
  }

  std::size_t used() const { return used_; }
  std::size_t count() const { return taken_.size(); }
  const std::map<std::size_t, std::size_t>& taken() const { return taken_; }

 private:
  using Gap = std::pair<std::size_t, std::size_t>;  // from, to

  std::vector<Gap> gaps() const {
    std::vector<Gap> found;
    std::size_t at = 0;
    for (const auto& [offset, extent] : taken_) {
      if (offset > at) found.emplace_back(at, offset);
      at = offset + extent;
    }
    if (size_ > at) found.emplace_back(at, size_);
    return found;
  }

  std::size_t size_, granule_, used_ = 0;
  std::map<std::size_t, std::size_t> taken_;  // offset -> extent
};

}  // namespace isthmus::test
