// How a symmetric segment is named on the wire.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace isthmus::ofi {

/// What a write or a read is aimed at on another PE.
struct Target {
  std::uint64_t address;
  std::uint64_t key;
};

/// A buffer of this PE, and what the provider has to know of it.
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
  int index = 0;               ///< among the segments that are registered, the same on all PEs
  bool device = false;         ///< memory that only devices and the provider touch
  bool registered = false;     ///< registered, on all PEs but `refused`
  bool local = false;          ///< of device memory: this PE's may be a local buffer, too, with this descriptor
  void* descriptor = nullptr;  ///< null where the provider needs none
  std::string why_not = "it was made after the start";  ///< of device memory: not registered, or not local
  std::map<int, std::string> refused;                   ///< PEs whose device memory the wire does not reach, and why

  /// Whether the wire reaches PE `pe`'s copy. Device memory that it does not reach is the device proxies'.
  bool reaches(int pe) const { return registered && !refused.contains(pe); }

  Target at(int pe, std::uint64_t offset) const {
    if (starts.empty()) return {offset, key};
    const Target& start = starts[static_cast<std::size_t>(pe)];
    return {start.address + offset, start.key};
  }
};

}  // namespace isthmus::ofi
