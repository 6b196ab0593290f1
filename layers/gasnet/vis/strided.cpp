#include "strided.hpp"

#include "../fatal.hpp"

namespace isthmus::gasnet {

Strided::Strided(const std::ptrdiff_t* dest_strides, const std::ptrdiff_t* source_strides, std::size_t bytes,
                 const std::size_t* counts, std::size_t n_levels)
    : element(bytes), levels(0) {
  if (bytes == 0) return;
  for (std::size_t i = 0; i < n_levels; ++i) {
    if (counts[i] == 0) {
      element = 0;
      return;
    }
    if (counts[i] == 1) continue;
    const std::ptrdiff_t d = dest_strides[i], s = source_strides[i];
    const auto size = static_cast<std::ptrdiff_t>(element);
    if (levels == 0 && d == size && s == size) {
      element *= counts[i];
      continue;
    }
    if (levels > 0) {
      const auto n = static_cast<std::ptrdiff_t>(count[levels - 1]);
      if (d == dest[levels - 1] * n && s == source[levels - 1] * n) {
        count[levels - 1] *= counts[i];
        continue;
      }
    }
    if (levels == kMostLevels)
      fatal("gex_VIS_Strided", text("more than %zu levels; use fewer dimensions", kMostLevels));
    count[levels] = counts[i];
    dest[levels] = d;
    source[levels] = s;
    ++levels;
  }
}

}  // namespace isthmus::gasnet
