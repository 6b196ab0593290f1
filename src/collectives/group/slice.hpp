// The part of a vector that one of several members works on.
#pragma once
#include <algorithm>
#include <cstddef>

namespace isthmus::collectives {

/// `n` elements from `first` on.
struct Slice {
  std::size_t first, n;
};

/// Part `i` of `n` elements that are divided into `parts`. Parts consist of whole cache lines where there are enough,
/// so that no two members write to the same line.
inline Slice slice(std::size_t n, int i, int parts, std::size_t element) {
  const std::size_t line = std::max<std::size_t>(64 / element, 1), lines = (n + line - 1) / line;
  const auto m = static_cast<std::size_t>(parts), k = static_cast<std::size_t>(i);
  const std::size_t first = std::min(n, lines * k / m * line), end = std::min(n, lines * (k + 1) / m * line);
  return {first, end - first};
}

}  // namespace isthmus::collectives
