// The buffer of an endpoint from which a write leaves on its own while the put that copied into it has returned.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>

#include "transport/ofi/account.hpp"

namespace isthmus::ofi {

/// Has room for one write at a time, which is free again when a quiet has settled its call.
class Staging {
 public:
  static constexpr std::size_t kBytes = 64 << 10;

  /// The buffer, or null where it is not free. Whoever has it copies, posts, begins the call, and calls hold().
  char* take(const Calls& calls) {
    std::uint64_t until = held_until_.load(std::memory_order_acquire);
    if (!calls.is_settled(until) || !held_until_.compare_exchange_strong(until, kTaken, std::memory_order_acq_rel))
      return nullptr;
    if (!buffer_) buffer_ = std::make_unique_for_overwrite<char[]>(kBytes);
    return buffer_.get();
  }
  /// `begun` counts the calls, the one of the write included.
  void hold(std::uint64_t begun) { held_until_.store(begun, std::memory_order_release); }

 private:
  static constexpr std::uint64_t kTaken = ~std::uint64_t{0};  ///< a call that is never settled

  std::atomic<std::uint64_t> held_until_ = 0;
  std::unique_ptr<char[]> buffer_;
};

}  // namespace isthmus::ofi
