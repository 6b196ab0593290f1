// A buddy allocator over offsets [0, size). Its records lie outside the pool, in address space that is committed as it
// is used, so the pool may be memory that this process cannot dereference. Every PE makes the same calls in the same
// order and gets the same offsets: nothing here depends on addresses, time or chance.
//
// Blocks are powers of two of a granule. An allocation takes the front of a block and gives the tail back at once, so
// 60 MiB cost 60 MiB, not 64. A few freed blocks of each order are kept aside uncoalesced, so that a program that
// frees and allocates in turn does not split and merge the whole pool each time; they coalesce when space is short.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/mapping.hpp"

namespace isthmus::memory {

class Buddy {
 public:
  static constexpr std::size_t kNone = SIZE_MAX;

  /// Throws base::SetupError when the records do not fit in the address space.
  explicit Buddy(std::size_t bytes);

  /// Offset of a block of at least `bytes` aligned to `alignment` (a power of two), or kNone. 0 bytes: kNone.
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
  std::size_t used() const { return std::size_t{used_} * granule_; }
  /// The largest allocation that would succeed now. Walks all blocks.
  std::size_t largest_free() const;

 private:
  using Index = std::uint32_t;
  static constexpr Index kEnd = UINT32_MAX;
  static constexpr int kOrders = 32;
  static constexpr std::size_t kKept = 8;
  /// What a granule is: the first of a free block of order tag - kFree, of an allocated one, of one that is kept aside,
  /// or none of these (kInside).
  enum Tag : std::uint8_t { kInside = 0, kFree = 1, kAllocated = 0x40, kAside = 0x41 };
  /// The links of a free block in the list of its order. For a block that is allocated or kept aside, `next` is its
  /// length in granules.
  struct Record {
    Index next, prev;
  };
  /// Freed blocks of one order that are kept aside.
  struct Aside {
    std::size_t count = 0;
    std::array<Index, kKept> blocks{};
  };

  std::size_t needed(std::size_t bytes) const { return (bytes + granule_ - 1) / granule_; }
  Index take(std::size_t need, int order);
  Index take_run(std::size_t need, std::size_t alignment);
  Index occupy(Index at, std::size_t need);
  bool fits_below_top(std::size_t need) const;
  void unlink_all(Index from, Index to);
  void link(Index at, int order);
  void unlink(Index at, int order);
  void add(Index from, Index to, bool merge);
  void coalesce(Index at, int order);
  void coalesce_all();
  Index length(Index at) const;
  bool is_free(Index at) const { return tags_[at] != kAllocated; }

  std::size_t bytes_;
  std::size_t granule_;
  Index total_;
  std::size_t used_ = 0;
  std::size_t top_ = 0;  // where the granules end that were ever part of an allocated block
  base::Mapping record_pages_, tag_pages_;
  Record* records_;
  std::uint8_t* tags_;
  std::uint32_t nonempty_ = 0;  // bit o: heads_[o] is not kEnd
  std::array<Index, kOrders> heads_;
  std::array<Aside, kOrders> aside_{};
};

}  // namespace isthmus::memory
