// An allocator over offsets [0, size): segregated fit with two levels of size classes (TLSF). Its records lie outside
// the pool, in address space that is committed as it is used, so the pool may be memory that this process cannot
// dereference. Every PE makes the same calls in the same order and gets the same offsets: nothing here depends on
// addresses, time or chance.
//
// A block is a run of granules. Adjacent free blocks are joined at once, and an allocation takes the smallest of the
// free blocks that it looks at. The one that reaches the end of the pool comes last, so that the pages of memory that
// was freed are used again before others.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/mapping.hpp"

namespace isthmus::memory {

class SegregatedFit {
 public:
  static constexpr std::size_t kNone = SIZE_MAX;
  /// The records take address space, at most the pool's size divided by this.
  static constexpr std::size_t kRecordsPart = 4;

  /// Throws base::SetupError when the records do not fit in the address space.
  explicit SegregatedFit(std::size_t bytes);

  /// Offset of a block of at least `bytes` aligned to `alignment` (a power of two), or kNone. 0 bytes: kNone. Large
  /// blocks start on a page where there is room for that. Takes the time of a few looks, unless no block that it looks
  /// at has room for the alignment: then it goes through all of the pool's.
  std::size_t allocate(std::size_t bytes, std::size_t alignment = 1);
  /// False when `offset` is not the start of an allocated block: a double or a wild free.
  bool free(std::size_t offset);
  /// Frees the end of an allocated block, so that `bytes` remain, which stay in place.
  void shrink(std::size_t offset, std::size_t bytes);
  /// Adds free granules behind an allocated block, so that it has at least `bytes`; false where there are too few, or
  /// where these have never been used and others are free that have.
  bool grow(std::size_t offset, std::size_t bytes);
  /// Bytes from the start of the allocated block at `offset` to its end; 0 when there is none.
  std::size_t extent(std::size_t offset) const;

  std::size_t bytes() const { return bytes_; }
  std::size_t used() const { return used_ * granule_; }
  /// The largest allocation that would succeed now.
  std::size_t largest_free() const;

 private:
  using Index = std::uint32_t;
  static constexpr Index kEnd = UINT32_MAX;
  /// Lengths below 2 * kSteps have a class each; above, the lengths between two powers of two have kSteps classes.
  static constexpr unsigned kSteps = 16;
  static constexpr unsigned kPowers = 29;
  /// What a granule is: the first or the last of a free block (the first, if it has only one), the first of an
  /// allocated one, or none of these (kInside).
  enum Tag : std::uint8_t { kInside, kFree, kFreeEnd, kAllocated };
  /// The links of a free block in the list of its class.
  struct Links {
    Index next, prev;
  };

  static unsigned class_of(Index length);
  unsigned next_class(unsigned from) const;
  std::size_t needed(std::size_t bytes) const { return (bytes + granule_ - 1) / granule_; }
  bool has_room(Index block, std::size_t need, std::size_t align) const;
  std::size_t preferred_align(std::size_t bytes, std::size_t must) const;
  Index find(std::size_t need, std::size_t align) const;
  Index find_first(std::size_t need, std::size_t align) const;
  void take(Index block, Index start, Index need);
  void link(Index from, Index to);
  void unlink(Index block);
  void release(Index from, Index to);

  std::size_t bytes_;
  std::size_t granule_;
  Index total_;
  std::size_t used_ = 0;
  std::size_t top_ = 0;  // where the granules end that were ever part of an allocated block
  base::Mapping link_pages_, length_pages_, tag_pages_;
  Links* links_;
  Index* lengths_;  // of blocks, at their first granule; of free ones also at their last
  std::uint8_t* tags_;
  std::uint32_t powers_ = 0;                    // bit p: steps_[p] is not 0
  std::array<std::uint16_t, kPowers> steps_{};  // bit s: the list of class p * kSteps + s is not empty
  std::array<Index, std::size_t{kPowers} * kSteps> heads_;
};

}  // namespace isthmus::memory
