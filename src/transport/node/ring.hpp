// A ring buffer in shared memory that carries records from many writers to one reader, in processes of a node or
// threads.
//
// Positions count bytes since the beginning, so they only grow; the position modulo the capacity is the place in the
// buffer. Records start at multiples of a cache line. A writer reserves a range by advancing `tail`, fills it, and
// publishes it by storing its first word, which is zero until then. The reader takes records in order and frees their
// space by advancing `head`, after it has zeroed the first word of every line, since a later record may start at any of
// them. Memory filled with zeroes is thus an empty ring, and needs no initialisation.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace isthmus::node {

class Ring {
 public:
  static constexpr std::size_t kLine = 64;
  struct Record {
    const void* data = nullptr;  ///< aligned to 8 bytes; null: no record is published
    std::size_t bytes = 0;
    explicit operator bool() const { return data != nullptr; }
  };

  /// Bytes of memory that a ring of this capacity needs.
  static constexpr std::size_t footprint(std::size_t capacity) { return sizeof(Ends) + capacity; }
  /// The largest record. A record of up to half the ring always fits once the ring is empty, even if a gap of almost
  /// its own length must be skipped at the end of the buffer.
  static constexpr std::size_t largest(std::size_t capacity) { return capacity / 2 - sizeof(Word); }

  Ring() = default;
  /// `memory` is aligned to a line; `capacity` is a power of two, the same for all who use the ring.
  Ring(void* memory, std::size_t capacity)
      : ends_(static_cast<Ends*>(memory)), data_(static_cast<std::byte*>(memory) + sizeof(Ends)), capacity_(capacity) {}

  // ---- Any writer ----

  /// Returns space for a record, aligned to 8 bytes, or null when the ring is full. The reader does not see any later
  /// record before this one is published.
  void* reserve(std::size_t bytes);
  static void publish(void* record, std::size_t bytes);

  // ---- The reader alone ----

  /// Returns the oldest record, which stays valid until pop().
  Record front();
  void pop();

  // ---- Anybody ----

  /// Whether every record that was reserved has been popped.
  bool idle() const { return read() == written(); }
  std::uint64_t written() const { return ends_->tail.load(std::memory_order_relaxed); }
  /// The position up to which the reader has popped; what it did before that pop() is visible to the caller.
  std::uint64_t read() const { return ends_->head.load(std::memory_order_acquire); }

 private:
  /// The first word of a record: 0 (not published), its bytes * 2 + 1, or, for a gap at the end, its length * 2.
  using Word = std::uint64_t;
  struct Ends {
    alignas(kLine) std::atomic<std::uint64_t> tail;
    alignas(kLine) std::atomic<std::uint64_t> head;
  };
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

  static constexpr std::size_t length(std::size_t bytes) { return (sizeof(Word) + bytes + kLine - 1) & ~(kLine - 1); }
  Word& word(std::uint64_t position) const { return *reinterpret_cast<Word*>(data_ + (position & (capacity_ - 1))); }
  void give_back(std::uint64_t position, std::size_t bytes);

  Ends* ends_ = nullptr;
  std::byte* data_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace isthmus::node
