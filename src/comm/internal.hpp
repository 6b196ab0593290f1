// What lies where in the internal segment: sync state, locks, the device proxy's, then what active messages share.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>

#include "comm/team.hpp"
#include "transport/node/ring.hpp"

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

/// By which the device proxy (ops/device_proxy.hpp) hears of requests for this PE's device memory, and the slots by
/// which this PE sends requests to others: a state and a block of host memory each.
struct ProxyArea {
  static constexpr std::size_t kSlots = 16, kBlock = std::size_t{256} << 10, kRing = std::size_t{64} << 10;
  struct alignas(64) Slot {
    std::atomic<std::uint32_t> state;
  };
  alignas(64) std::atomic<std::uint32_t> doorbell;                           ///< changes with every request; a futex
  std::atomic<std::uint32_t> asleep;                                         ///< the device proxy wants to be woken
  alignas(64) std::array<std::byte, node::Ring::footprint(kRing)> requests;  ///< of PEs on this node
  std::array<Slot, kSlots> slots;
  alignas(kPage) std::array<std::array<std::byte, kBlock>, kSlots> blocks;
};

inline constexpr std::uintptr_t kDeviceLocksOffset = (kSlots * kLanes * sizeof(SyncSlot) + kPage - 1) / kPage * kPage;
inline constexpr std::uintptr_t kProxyOffset = (kDeviceLocksOffset + sizeof(DeviceLocks) + kPage - 1) / kPage * kPage;
inline constexpr std::uintptr_t kMessagesOffset = kProxyOffset + (sizeof(ProxyArea) + kPage - 1) / kPage * kPage;

}  // namespace isthmus::comm
