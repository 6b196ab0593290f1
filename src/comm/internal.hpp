// What lies where in the internal segment: sync state, locks, then what active messages share.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>

#include "comm/team.hpp"

namespace isthmus::comm {

/// Under these, words of this PE's device memory are changed.
struct DeviceLocks {
  static constexpr std::size_t kCount = 64;
  struct alignas(64) Lock {
    std::atomic<std::uint32_t> word;
  };
  std::array<Lock, kCount> of;
};

inline constexpr std::uintptr_t kPage = 4096;
inline constexpr std::uintptr_t kDeviceLocksOffset = (kSlots * kLanes * sizeof(SyncSlot) + kPage - 1) / kPage * kPage;
inline constexpr std::uintptr_t kMessagesOffset =
    (kDeviceLocksOffset + sizeof(DeviceLocks) + kPage - 1) / kPage * kPage;

}  // namespace isthmus::comm
