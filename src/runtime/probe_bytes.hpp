// The pattern that all probes of paths to device memory send, and the partitions that they probe.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/world.hpp"

namespace isthmus::runtime {

inline constexpr std::size_t kBytes = 64;
using Probe = std::array<std::uint64_t, kBytes / sizeof(std::uint64_t)>;

/// The bytes that PE `from` sends to PE `to`. No two patterns of a job have a word in common.
inline Probe pattern(int partition, int from, int to) {
  Probe probe;
  std::uint64_t word = static_cast<std::uint64_t>(partition) << 56 ^ static_cast<std::uint64_t>(from) << 28 ^
                       static_cast<std::uint64_t>(to + 1);
  for (std::uint64_t& next : probe) next = (word += 0x9e3779b97f4a7c15ULL) * 0xbf58476d1ce4e5b9ULL;
  return probe;
}

/// The partitions to be probed: those in device memory.
inline std::vector<memory::Partition*> on_devices(Job& job) {
  std::vector<memory::Partition*> found;
  for (const auto& partition : job.memory->partitions())
    if (partition->segment().kind->device) found.push_back(partition.get());
  return found;
}

}  // namespace isthmus::runtime
