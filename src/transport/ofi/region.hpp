// Names symmetric memory on the wire: a target is an address and a key of another PE, a region is a registered segment.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace isthmus::ofi {

/// The place on another PE that a write or a read addresses.
struct Target {
  std::uint64_t address;
  std::uint64_t key;
};

/// A buffer of this PE, with the provider's descriptor if it needs one.
struct Local {
  char* at;
  bool device = false;
  void* descriptor = nullptr;
};

/// A registered segment. Where the provider allows it, every PE has the same key and targets are offsets, so that a
/// job of a million PEs has one word here; where it insists on its own keys or on virtual addresses, one entry per PE.
struct Region {
  std::uint64_t key = 0;
  std::vector<Target> starts;
  int index = 0;            ///< among the segments that are registered, the same on all PEs
  bool device = false;      ///< device memory, which the CPU cannot load from or store to
  bool registered = false;  ///< registered, on all PEs but `refused`
  bool local = false;       ///< for device memory: this PE's copy can be a local buffer of transfers, with `descriptor`
  void* descriptor = nullptr;                           ///< null where the provider needs none
  std::string why_not = "it was made after the start";  ///< for device memory: why it is not registered, or not local
  std::map<int, std::string> refused;                   ///< PEs whose copy the wire does not reach, and why

  /// Whether the wire reaches PE `pe`'s copy. Device proxies serve device memory that it does not reach.
  bool reaches(int pe) const { return registered && !refused.contains(pe); }

  Target at(int pe, std::uint64_t offset) const {
    if (starts.empty()) return {offset, key};
    const Target& start = starts[static_cast<std::size_t>(pe)];
    return {start.address + offset, start.key};
  }
};

}  // namespace isthmus::ofi
