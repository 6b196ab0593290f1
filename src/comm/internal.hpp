// The layout of the internal segment: sync slots, locks of device memory, the device proxy's area, and then the area of
// active messages.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>

#include "comm/team.hpp"
#include "transport/node/ring.hpp"

namespace isthmus::comm {

/// Locks that make operations on words of this PE's device memory atomic: a PE copies the word to host memory, changes
/// it there and copies it back. The offset of a word chooses its lock.
struct DeviceLocks {
  static constexpr std::size_t kCount = 64;
  struct alignas(64) Lock {
    std::atomic<std::uint32_t> word;
  };
  std::array<Lock, kCount> of;
};

inline constexpr std::uintptr_t kPage = 4096;

/// How this PE's device proxy (ops/device_proxy.hpp) receives requests for its device memory, and the slots by which
/// this PE sends requests to others. A slot is a state and a block of host memory.
struct ProxyArea {
  static constexpr std::size_t kSlots = 16, kBlock = std::size_t{256} << 10, kRing = std::size_t{64} << 10;
  struct alignas(64) Slot {
    std::atomic<std::uint32_t> state;
  };
  alignas(64) std::atomic<std::uint32_t> doorbell;                           ///< changes with every request; a futex
  std::atomic<std::uint32_t> asleep;                                         ///< the device proxy wants to be woken
  alignas(64) std::array<std::byte, node::Ring::footprint(kRing)> requests;  ///< from PEs on this node
  std::array<Slot, kSlots> slots;
  alignas(kPage) std::array<std::array<std::byte, kBlock>, kSlots> blocks;
};

inline constexpr std::uintptr_t kDeviceLocksOffset = (kSlots * kLanes * sizeof(SyncSlot) + kPage - 1) / kPage * kPage;
inline constexpr std::uintptr_t kProxyOffset = (kDeviceLocksOffset + sizeof(DeviceLocks) + kPage - 1) / kPage * kPage;
inline constexpr std::uintptr_t kMessagesOffset = kProxyOffset + (sizeof(ProxyArea) + kPage - 1) / kPage * kPage;

}  // namespace isthmus::comm
