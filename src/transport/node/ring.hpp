// Records from many writers to one reader, through memory that they share: processes of a node, or threads.
//
// Positions are counts of bytes since the beginning, so they only grow; a position's place is its remainder. Records
// start at multiples of a line. A writer takes a range by moving `tail`, fills it, and publishes it by storing its
// first word, which is zero until then; the reader takes records in order and gives their space back by moving `head`,
// after it has zeroed the first word of every line, since a later record may start at any of them. Memory of zero bytes
// is thus an empty ring, and a ring needs no setting up before the first writer comes.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace isthmus::node {

class Ring {
 public:
  static constexpr std::size_t kLine = 64;
  struct Record {
    const void* data = nullptr;  ///< aligned to 8 bytes; null: there is none
    std::size_t bytes = 0;
    explicit operator bool() const { return data != nullptr; }
  };

  /// Bytes of memory that a ring of this capacity needs.
  static constexpr std::size_t footprint(std::size_t capacity) { return sizeof(Ends) + capacity; }
  /// The largest record: with a record of half the ring, and what is left over before the end, there is always a time
  /// when it fits.
  static constexpr std::size_t largest(std::size_t capacity) { return capacity / 2 - sizeof(Word); }

  Ring() = default;
  /// `memory` is aligned to a line; `capacity` is a power of two, the same for all who use the ring.
  Ring(void* memory, std::size_t capacity)
      : ends_(static_cast<Ends*>(memory)), data_(static_cast<std::byte*>(memory) + sizeof(Ends)), capacity_(capacity) {}

  // ---- Any writer ----

  /// Space for a record, aligned to 8 bytes, or null when the ring is full now. Everything that is written later waits
  /// behind it until it is published.
  void* reserve(std::size_t bytes);
  static void publish(void* record, std::size_t bytes);

  // ---- The reader alone ----

  /// The oldest record, which stays until pop().
  Record front();
  void pop();

  // ---- Anybody ----

  /// Nothing is reserved that has not been popped.
  bool idle() const { return read() == written(); }
  std::uint64_t written() const { return ends_->tail.load(std::memory_order_relaxed); }
  /// What the reader did before it popped up to here has happened.
  std::uint64_t read() const { return ends_->head.load(std::memory_order_acquire); }

 private:
  using Word = std::uint64_t;  ///< first of a record: 0, its bytes * 2 + 1, or the length * 2 of a gap at the end
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
