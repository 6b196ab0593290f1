#include "transport/node/ring.hpp"

namespace isthmus::node {

void* Ring::reserve(std::size_t bytes) {
  const std::size_t needed = length(bytes);
  std::uint64_t at = ends_->tail.load(std::memory_order_relaxed);
  std::size_t gap = 0;  // bytes skipped at the end of the buffer, if the record does not fit there in one piece
  do {
    const std::size_t to_end = capacity_ - (at & (capacity_ - 1));
    gap = needed > to_end ? to_end : 0;
    // The acquire pairs with the release in give_back(): the reader's zeroes are visible before this writer's bytes.
    // The difference is signed, since `at` may be stale and the reader past it; the compare-exchange then fails.
    const auto in_use = static_cast<std::int64_t>(at + gap + needed - ends_->head.load(std::memory_order_acquire));
    if (in_use > static_cast<std::int64_t>(capacity_)) return nullptr;
  } while (!ends_->tail.compare_exchange_weak(at, at + gap + needed, std::memory_order_relaxed));
  if (gap > 0) std::atomic_ref(word(at)).store(gap * 2, std::memory_order_release);
  return &word(at + gap) + 1;
}

void Ring::publish(void* record, std::size_t bytes) {
  std::atomic_ref(static_cast<Word*>(record)[-1]).store(bytes * 2 + 1, std::memory_order_release);
}

Ring::Record Ring::front() {
  while (true) {
    const std::uint64_t at = ends_->head.load(std::memory_order_relaxed);
    const Word first = std::atomic_ref(word(at)).load(std::memory_order_acquire);
    if (first == 0) return {};
    if (first & 1) return {&word(at) + 1, first / 2};
    give_back(at, first / 2);
  }
}

void Ring::pop() {
  const std::uint64_t at = ends_->head.load(std::memory_order_relaxed);
  give_back(at, length(std::atomic_ref(word(at)).load(std::memory_order_relaxed) / 2));
}

void Ring::give_back(std::uint64_t position, std::size_t bytes) {
  for (std::size_t line = 0; line < bytes; line += kLine)
    std::atomic_ref(word(position + line)).store(0, std::memory_order_relaxed);
  ends_->head.store(position + bytes, std::memory_order_release);
}

}  // namespace isthmus::node
