// Which ranges of offsets [0, size) are free. Unlike the buddy allocator it makes no choice of its own: it tells the
// lowest place where a block would fit at or behind a given one, so that PEs whose ranges differ can look for a place
// that all of them have. The cost of looking grows with the number of free ranges.
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

  /// The lowest offset from `from` on that is a multiple of `alignment` and starts `bytes` free ones; kNone when there
  /// is none. 0 bytes: kNone.
  std::size_t find(std::size_t from, std::size_t bytes, std::size_t alignment) const;
  /// [offset, offset + bytes) must be free.
  void take(std::size_t offset, std::size_t bytes);
  /// [offset, offset + bytes) must have been taken.
  void give_back(std::size_t offset, std::size_t bytes);

  std::size_t ranges() const { return free_.size(); }

 private:
  std::map<std::size_t, std::size_t> free_;  // start to end; no two touch
};

}  // namespace isthmus::memory
