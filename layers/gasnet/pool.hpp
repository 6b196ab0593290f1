// Room for large payloads of medium messages beside a rank's rings. A record in a ring costs a store for each of its lines
// when it is freed (ring.hpp), and takes turns with all of the ring's memory; a slot of the pool costs two atomic operations,
// and the lowest free one is likely to be in a cache. When no slot is free the payload goes into the ring.
#pragma once
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace isthmus::gasnet {

class Pool {
 public:
  static constexpr unsigned kSlots = 16;
  static constexpr std::size_t kSlotBytes = 65536;
  static constexpr std::size_t kLeast = 512;  ///< payloads of more bytes use the pool

  /// In shared memory; memory of zeroes is a pool whose slots are all free.
  struct Memory {
    alignas(64) std::atomic<std::uint32_t> used;  ///< a bit for each slot
    alignas(64) std::byte slots[kSlots][kSlotBytes];
  };

  /// Returns a slot's number, or kSlots if none is free. For any writer.
  static unsigned take(Memory& pool) {
    std::uint32_t used = pool.used.load(std::memory_order_relaxed);
    for (;;) {
      const auto slot = static_cast<unsigned>(std::countr_one(used));
      if (slot >= kSlots) return kSlots;
      if (pool.used.compare_exchange_weak(used, used | (std::uint32_t{1} << slot), std::memory_order_acquire))
        return slot;
    }
  }
  static void give_back(Memory& pool, unsigned slot) {
    pool.used.fetch_and(~(std::uint32_t{1} << slot), std::memory_order_release);
  }
};

}  // namespace isthmus::gasnet
