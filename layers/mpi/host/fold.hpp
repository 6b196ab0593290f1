// The order in which members' data are combined: always by rank, whoever does it, so that all get the same bits and
// operations need not be commutative.
#pragma once
#include <algorithm>
#include <cstddef>

#include "base/copy.hpp"
#include "reduction.hpp"

namespace isthmus::mpi {

/// into = operand(0) op operand(1) op ... op operand(members - 1), for `n` elements that begin `first` elements into
/// each operand and into `into`. `into` overlaps none of them but may be the last. Goes through them in pieces that
/// stay in the first-level cache, unless the operation is the program's, which may take all elements for one object.
template <class Operand>
void fold(const Reduction& reduction, std::byte* into, Operand&& operand, int members, std::size_t first,
          std::size_t n) {
  const std::size_t element = reduction.element,
                    step = reduction.combine ? std::max<std::size_t>(8192 / element, 1) : n;
  for (std::size_t done = 0; done < n; done += step) {
    const std::size_t count = std::min(step, n - done), at = (first + done) * element;
    if (members == 1) {
      base::copy(into + at, operand(0) + at, count * element);
      continue;
    }
    reduction.apply(into + at, operand(members - 2) + at, operand(members - 1) + at, count);
    for (int member = members - 3; member >= 0; --member) reduction.into_second(operand(member) + at, into + at, count);
  }
}

}  // namespace isthmus::mpi
