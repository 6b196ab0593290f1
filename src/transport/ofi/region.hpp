// How a symmetric segment is named on the wire.
#pragma once
#include <cstdint>
#include <vector>

namespace isthmus::ofi {

/// What a write or a read is aimed at on another PE.
struct Target {
  std::uint64_t address;
  std::uint64_t key;
};

/// A registered segment. Where the provider allows it, every PE has the same key and targets are offsets, so that a
/// job of a million PEs has one word here; where it insists on its own keys or on virtual addresses, one entry per PE.
struct Region {
  std::uint64_t key = 0;
  std::vector<Target> starts;
  int index = 0;  ///< among the segments that are registered, the same on all PEs

  Target at(int pe, std::uint64_t offset) const {
    if (starts.empty()) return {offset, key};
    const Target& start = starts[static_cast<std::size_t>(pe)];
    return {start.address + offset, start.key};
  }
};

}  // namespace isthmus::ofi
