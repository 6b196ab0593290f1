// The free ranges of the offsets [0, size). Unlike SegregatedFit it leaves the choice to the caller: find() gives
// the lowest place where a block fits, from a given offset on, so that PEs whose free ranges differ can agree on a
// place that all of them have. The cost of find() grows with the number of free ranges.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>

namespace isthmus::memory {

class FirstFit {
 public:
  static constexpr std::size_t kNone = SIZE_MAX;

  explicit FirstFit(std::size_t size) {
    if (size > 0) free_.emplace(0, size);
  }

  /// The lowest multiple of `alignment` from `from` on at which `bytes` bytes are free; kNone when there is none, and
  /// for 0 bytes.
  std::size_t find(std::size_t from, std::size_t bytes, std::size_t alignment) const;
  /// Takes [offset, offset + bytes), which must be free.
  void take(std::size_t offset, std::size_t bytes);
  /// Frees [offset, offset + bytes), which must have been taken.
  void give_back(std::size_t offset, std::size_t bytes);

  std::size_t ranges() const { return free_.size(); }

 private:
  std::map<std::size_t, std::size_t> free_;  // from start to end; no two are adjacent
};

}  // namespace isthmus::memory
