// The forms in which a client describes memory that is not contiguous, as sequences of contiguous pieces.
#pragma once
#include <gasnet_fwd.h>

#include <algorithm>
#include <cstddef>

namespace isthmus::gasnet {

/// A sequence has `Span take(most)`: the next contiguous bytes, at most so many, and none at its end.
struct Span {
  std::byte* at;
  std::size_t bytes;
};

class VectorPieces {
 public:
  VectorPieces(const gex_Memvec_t* list, std::size_t count) : list_(list), end_(list + count) {}
  Span take(std::size_t most) {
    while (list_ != end_ && used_ == list_->gex_len) {
      ++list_;
      used_ = 0;
    }
    if (list_ == end_) return {nullptr, 0};
    const Span span{static_cast<std::byte*>(list_->gex_addr) + used_, std::min(most, list_->gex_len - used_)};
    used_ += span.bytes;
    return span;
  }

 private:
  const gex_Memvec_t *list_, *end_;
  std::size_t used_ = 0;
};

class IndexedPieces {
 public:
  IndexedPieces(void* const* list, std::size_t count, std::size_t length)
      : list_(list), end_(length > 0 ? list + count : list), length_(length) {}
  Span take(std::size_t most) {
    if (list_ != end_ && used_ == length_) {
      ++list_;
      used_ = 0;
    }
    if (list_ == end_) return {nullptr, 0};
    const Span span{static_cast<std::byte*>(*list_) + used_, std::min(most, length_ - used_)};
    used_ += span.bytes;
    return span;
  }

 private:
  void *const *list_, *const *end_;
  std::size_t length_;
  std::size_t used_ = 0;
};

/// Calls move(destination, source, bytes) for the pieces that are contiguous on both sides.
template <class Dest, class Source, class Move>
void pair_up(Dest dest, Source source, Move&& move) {
  for (;;) {
    Span from = source.take(~std::size_t{0});
    if (from.bytes == 0) return;
    while (from.bytes > 0) {
      const Span to = dest.take(from.bytes);
      if (to.bytes == 0) return;
      move(to.at, from.at, to.bytes);
      from.at += to.bytes;
      from.bytes -= to.bytes;
    }
  }
}

}  // namespace isthmus::gasnet
