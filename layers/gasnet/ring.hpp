// A ring of messages in shared memory, from many writers to one reader.
//
// Positions count bytes since the beginning and only grow; the position modulo the capacity is the place in the ring.
// Records are whole cache lines. A writer reserves a range by advancing `tail`, fills it, and publishes it by storing
// its first word, which is 0 until then. The reader takes records in order; before it frees one by advancing `head` it
// clears the first word of each of its lines, since a later record may begin at any of them. So memory of zeroes is an
// empty ring.
//
// The library's own ring (src/transport/node) is behind a call of the library, with messages of its own; this one is
// inline in the path of a GASNet message.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace isthmus::gasnet {

class Ring {
 public:
  static constexpr std::size_t kLine = 64;
  static constexpr std::size_t kCapacity = std::size_t{512} << 10;
  /// A record of this size fits once the ring is empty, wherever its end is.
  static constexpr std::size_t kLargest = kCapacity / 2;

  struct Memory {
    alignas(kLine) std::atomic<std::uint64_t> tail;
    std::atomic<std::uint64_t> seen;  ///< what `head` was when a writer looked last
    alignas(kLine) std::atomic<std::uint64_t> head;
    alignas(kLine) std::byte data[kCapacity];
  };
  using Word = std::atomic<std::uint32_t>;

  static Word& word(Memory& ring, std::uint64_t position) {
    return *reinterpret_cast<Word*>(ring.data + (position & (kCapacity - 1)));
  }

  // ---- Any writer ----

  /// Returns room for a record, aligned to a line, or null when the ring is full. The reader sees no later record
  /// before this one is published.
  [[gnu::always_inline]] static void* reserve(Memory& ring, std::size_t bytes) {
    const std::uint64_t length = round_up(bytes);
    std::uint64_t tail = ring.tail.load(std::memory_order_relaxed);
    for (;;) {
      const std::uint64_t to_end = kCapacity - (tail & (kCapacity - 1));
      const std::uint64_t gap = length <= to_end ? 0 : to_end;
      const std::uint64_t end = tail + gap + length;
      // The reader's line is read only when the ring seems to be full.
      if (end - ring.seen.load(std::memory_order_acquire) > kCapacity) [[unlikely]] {
        const std::uint64_t head = ring.head.load(std::memory_order_acquire);
        ring.seen.store(head, std::memory_order_release);
        if (end - head > kCapacity) return nullptr;
      }
      if (!ring.tail.compare_exchange_weak(tail, end, std::memory_order_relaxed)) [[unlikely]]
        continue;
      if (gap) [[unlikely]]
        word(ring, tail).store(kGap | static_cast<std::uint32_t>(gap), std::memory_order_release);
      return ring.data + ((tail + gap) & (kCapacity - 1));
    }
  }
  /// reserve() in the usual case. Null also where the record would not fit before the end of the memory, or another
  /// writer was faster.
  [[gnu::always_inline]] static void* try_reserve(Memory& ring, std::size_t bytes) {
    std::uint64_t tail = ring.tail.load(std::memory_order_relaxed);
    const std::uint64_t place = tail & (kCapacity - 1), length = round_up(bytes), end = tail + length;
    if (place + length > kCapacity || end - ring.seen.load(std::memory_order_acquire) > kCapacity ||
        !ring.tail.compare_exchange_weak(tail, end, std::memory_order_relaxed)) [[unlikely]]
      return nullptr;
    return ring.data + place;
  }
  /// `bytes` is at least 1, and as it was reserved.
  static void publish(void* record, std::size_t bytes) {
    static_cast<Word*>(record)->store(static_cast<std::uint32_t>(bytes), std::memory_order_release);
  }

  // ---- The reader alone ----

  /// The record at `head`, or null. It stays valid until pop().
  static void* front(Memory& ring, std::uint64_t& head) {
    for (;;) {
      const std::uint32_t value = word(ring, head).load(std::memory_order_acquire);
      if (value == 0) return nullptr;
      if (!(value & kGap)) return &word(ring, head);
      release(ring, head, value & ~kGap);
    }
  }
  static void pop(Memory& ring, std::uint64_t& head) {
    const std::uint32_t bytes = word(ring, head).load(std::memory_order_relaxed);
    release(ring, head, round_up(bytes));
  }

 private:
  static constexpr std::uint32_t kGap = std::uint32_t{1} << 31;

  static constexpr std::size_t round_up(std::size_t bytes) { return (bytes + kLine - 1) & ~(kLine - 1); }
  static void release(Memory& ring, std::uint64_t& head, std::size_t length) {
    for (std::size_t at = 0; at < length; at += kLine) word(ring, head + at).store(0, std::memory_order_relaxed);
    head += length;
    ring.head.store(head, std::memory_order_release);
  }
};

}  // namespace isthmus::gasnet
