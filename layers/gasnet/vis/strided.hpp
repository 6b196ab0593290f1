// Strided memory: an array of elements in up to kMostLevels dimensions, on both sides of a transfer.
#pragma once
#include <cstddef>

namespace isthmus::gasnet {

inline constexpr std::size_t kMostLevels = 64;

/// A transfer with as few levels as its elements can be reached by: levels of one element are left out, and levels
/// whose elements are contiguous on both sides, or are themselves evenly spaced, are one with those around them.
struct Strided {
  std::size_t element;  ///< bytes; 0: there is nothing to do
  std::size_t levels;
  std::size_t count[kMostLevels];
  std::ptrdiff_t dest[kMostLevels], source[kMostLevels];

  Strided(const std::ptrdiff_t* dest_strides, const std::ptrdiff_t* source_strides, std::size_t bytes,
          const std::size_t* counts, std::size_t n_levels);

  /// Calls row(dest, source) for each row: the elements of level 0.
  template <class Row>
  void for_each_row(std::byte* to, std::byte* from, Row&& row) const {
    std::size_t index[kMostLevels] = {};
    for (;;) {
      row(to, from);
      std::size_t level = 1;
      for (; level < levels; ++level) {
        to += dest[level];
        from += source[level];
        if (++index[level] < count[level]) break;
        to -= dest[level] * static_cast<std::ptrdiff_t>(count[level]);
        from -= source[level] * static_cast<std::ptrdiff_t>(count[level]);
        index[level] = 0;
      }
      if (level >= levels) return;
    }
  }
};

}  // namespace isthmus::gasnet
