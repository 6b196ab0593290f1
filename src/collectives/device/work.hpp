// How a kernel's elements are divided among its threads.
#pragma once
#include <algorithm>
#include <cstddef>

#include "memkind/kernels/work.hpp"

namespace isthmus::collectives {

/// The most thread blocks of a launch. They fill a large device; for more elements, threads take several each.
inline constexpr std::size_t kMostBlocks = 2048;

inline std::size_t threads_for(std::size_t items) {
  const std::size_t blocks = (items + kernels::kBlock - 1) / kernels::kBlock;
  return std::clamp<std::size_t>(blocks, 1, kMostBlocks) * kernels::kBlock;
}

/// Divides `n` elements at every address of the work into a head, packs of 16 bytes and a tail. There are packs only if
/// all addresses are multiples of 16 after the same number of elements; otherwise all elements belong to the head. A
/// dest of 0 stands for none.
inline void divide(kernels::Work& work, std::size_t n, std::size_t element) {
  const std::size_t before = -work.from[0] % 16;
  bool packs = before % element == 0;
  for (std::size_t member = 0; member < work.members; ++member)
    packs = packs && (work.to[member] == 0 || (work.from[0] - work.to[member]) % 16 == 0) &&
            (work.from[0] - work.from[member]) % 16 == 0;
  work.head = packs ? std::min(n, before / element) : n;
  work.packs = (n - work.head) * element / 16;
  work.tail = n - work.head - work.packs * (16 / element);
  work.threads = threads_for(std::max(work.packs, std::max(work.head, work.tail)));
}

}  // namespace isthmus::collectives
