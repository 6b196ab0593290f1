#include "memory/segregated_fit.hpp"

#include <algorithm>
#include <bit>

#include "base/error.hpp"

namespace isthmus::memory {
namespace {

constexpr std::size_t kSmallestGranule = 64;
constexpr std::size_t kPage = 4096;
constexpr std::size_t kLarge = 16 * kPage;  // from here on blocks start on a page of 4 KiB, whatever the machine's have
constexpr std::size_t kLooks = 32;          // at free blocks of one class

base::Mapping reserve(std::size_t bytes) {
  base::Mapping pages(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE);
  if (!pages)
    base::throw_errno(
        "no address space for the records of a symmetric partition; make it smaller (SHMEM_SYMMETRIC_SIZE), "
        "or raise the limit (ulimit -v, -d)");
  return pages;
}

std::size_t round_up(std::size_t n, std::size_t step) { return (n + step - 1) / step * step; }

}  // namespace

SegregatedFit::SegregatedFit(std::size_t bytes)
    : bytes_(bytes),
      // At most 2^31 granules, so that every count of them has a class.
      granule_(std::max(kSmallestGranule, std::bit_ceil((bytes + (std::size_t{1} << 31) - 1) >> 31))),
      total_(static_cast<Index>(bytes / granule_)),
      link_pages_(reserve((std::size_t{total_} + 1) * sizeof(Links))),
      length_pages_(reserve((std::size_t{total_} + 1) * sizeof(Index))),
      tag_pages_(reserve(std::size_t{total_} + 1)),
      links_(static_cast<Links*>(link_pages_.get())),
      lengths_(static_cast<Index*>(length_pages_.get())),
      tags_(static_cast<std::uint8_t*>(tag_pages_.get())) {
  static_assert((sizeof(Links) + sizeof(Index) + sizeof *tags_) * kRecordsPart <= kSmallestGranule);
  heads_.fill(kEnd);
  if (total_ > 0) link(0, total_);
}

unsigned SegregatedFit::class_of(Index length) {
  if (length < kSteps) return length;
  const unsigned power = static_cast<unsigned>(std::bit_width(length / kSteps));  // at least 1
  return power * kSteps + (length >> (power - 1)) % kSteps;
}

/// The first class from `from` on that has a free block; kPowers * kSteps if there is none.
unsigned SegregatedFit::next_class(unsigned from) const {
  unsigned power = from / kSteps;
  if (power >= kPowers) return kPowers * kSteps;
  unsigned steps = steps_[power] & ~0U << from % kSteps;
  if (steps == 0) {
    const std::uint32_t above = powers_ & ~1U << power;
    if (above == 0) return kPowers * kSteps;
    power = static_cast<unsigned>(std::countr_zero(above));
    steps = steps_[power];
  }
  return power * kSteps + static_cast<unsigned>(std::countr_zero(steps));
}

bool SegregatedFit::has_room(Index block, std::size_t need, std::size_t align) const {
  return round_up(block, align) + need <= std::size_t{block} + lengths_[block];
}

/// A free block with room for the request, among the first kLooks of each class. That at the end of the pool only if no
/// other has room.
SegregatedFit::Index SegregatedFit::find(std::size_t need, std::size_t align) const {
  if (need > total_) return kEnd;
  Index at_end = kEnd;
  for (unsigned c = next_class(class_of(static_cast<Index>(need))); c < kPowers * kSteps; c = next_class(c + 1)) {
    Index best = kEnd;
    std::size_t left = kLooks;
    for (Index block = heads_[c]; block != kEnd && left > 0; block = links_[block].next, --left) {
      if (!has_room(block, need, align)) continue;
      if (block + lengths_[block] == total_)
        at_end = block;
      else if (best == kEnd || lengths_[block] < lengths_[best])
        best = block;
    }
    if (best != kEnd) return best;
  }
  return at_end;
}

/// The first free block of the pool with room for the request: all blocks follow one another.
SegregatedFit::Index SegregatedFit::find_first(std::size_t need, std::size_t align) const {
  for (Index at = 0; at < total_; at += lengths_[at])
    if (tags_[at] == kFree && has_room(at, need, align)) return at;
  return kEnd;
}

/// Where a block of so many bytes starts if it can choose.
std::size_t SegregatedFit::preferred_align(std::size_t bytes, std::size_t must) const {
  return bytes < kLarge ? must : std::max(must, kPage / granule_);
}

std::size_t SegregatedFit::allocate(std::size_t bytes, std::size_t alignment) {
  if (bytes == 0 || bytes > bytes_) return kNone;
  const std::size_t need = needed(bytes);
  const std::size_t must = std::max<std::size_t>(alignment / granule_, 1);
  std::size_t align = preferred_align(bytes, must);
  Index block = find(need, align);
  if (block == kEnd) block = find(need, align = must);
  if (block == kEnd) block = find_first(need, align);
  if (block == kEnd) return kNone;
  const std::size_t start = round_up(block, align);
  take(block, static_cast<Index>(start), static_cast<Index>(need));
  return start * granule_;
}

/// Makes the granules [start, start + need) of a free block an allocated one.
void SegregatedFit::take(Index block, Index start, Index need) {
  const Index end = block + lengths_[block];
  unlink(block);
  if (block < start) link(block, start);
  if (start + need < end) link(start + need, end);
  tags_[start] = kAllocated;
  lengths_[start] = need;
  used_ += need;
  top_ = std::max(top_, std::size_t{start} + need);
}

bool SegregatedFit::free(std::size_t offset) {
  if (extent(offset) == 0) return false;
  const auto at = static_cast<Index>(offset / granule_);
  tags_[at] = kInside;
  used_ -= lengths_[at];
  release(at, at + lengths_[at]);
  return true;
}

void SegregatedFit::shrink(std::size_t offset, std::size_t bytes) {
  const auto at = static_cast<Index>(offset / granule_);
  const Index count = lengths_[at];
  const auto keep = static_cast<Index>(needed(std::max<std::size_t>(bytes, 1)));
  if (keep >= count) return;
  lengths_[at] = keep;
  used_ -= count - keep;
  release(at + keep, at + count);
}

bool SegregatedFit::grow(std::size_t offset, std::size_t bytes) {
  if (bytes > bytes_) return false;
  const auto at = static_cast<Index>(offset / granule_);
  const Index count = lengths_[at], behind = at + count;
  const std::size_t need = needed(bytes), end = at + need;
  if (need <= count) return true;
  if (behind >= total_ || tags_[behind] != kFree || end > std::size_t{behind} + lengths_[behind]) return false;
  if (end > top_) {
    const Index other = find(need, preferred_align(bytes, 1));
    if (other != kEnd && other + need <= top_) return false;
  }
  const Index last = behind + lengths_[behind];
  unlink(behind);
  if (end < last) link(static_cast<Index>(end), last);
  lengths_[at] = static_cast<Index>(need);
  used_ += need - count;
  top_ = std::max(top_, end);
  return true;
}

std::size_t SegregatedFit::extent(std::size_t offset) const {
  const std::size_t at = offset / granule_;
  if (offset % granule_ != 0 || at >= total_ || tags_[at] != kAllocated) return 0;
  return std::size_t{lengths_[at]} * granule_;
}

std::size_t SegregatedFit::largest_free() const {
  if (powers_ == 0) return 0;
  const unsigned power = static_cast<unsigned>(std::bit_width(powers_)) - 1;
  const unsigned step = static_cast<unsigned>(std::bit_width(steps_[power])) - 1;
  Index largest = 0;
  for (Index block = heads_[power * kSteps + step]; block != kEnd; block = links_[block].next)
    largest = std::max(largest, lengths_[block]);
  return std::size_t{largest} * granule_;
}

/// Adds the granules [from, to) as a free block.
void SegregatedFit::link(Index from, Index to) {
  const Index length = to - from;
  tags_[to - 1] = kFreeEnd;
  tags_[from] = kFree;
  lengths_[from] = lengths_[to - 1] = length;
  const unsigned c = class_of(length);
  Index& head = heads_[c];
  links_[from] = {head, kEnd};
  if (head != kEnd) links_[head].prev = from;
  head = from;
  steps_[c / kSteps] |= static_cast<std::uint16_t>(1U << c % kSteps);
  powers_ |= 1U << c / kSteps;
}

void SegregatedFit::unlink(Index block) {
  const auto [next, prev] = links_[block];
  const unsigned c = class_of(lengths_[block]);
  if (next != kEnd) links_[next].prev = prev;
  if (prev != kEnd)
    links_[prev].next = next;
  else
    heads_[c] = next;
  if (heads_[c] == kEnd) steps_[c / kSteps] &= static_cast<std::uint16_t>(~(1U << c % kSteps));
  if (steps_[c / kSteps] == 0) powers_ &= ~(1U << c / kSteps);
  tags_[block] = tags_[block + lengths_[block] - 1] = kInside;
}

/// Frees the granules [from, to), which are no block any more, and joins them with the free blocks beside them.
void SegregatedFit::release(Index from, Index to) {
  if (from > 0 && (tags_[from - 1] == kFree || tags_[from - 1] == kFreeEnd)) {
    from -= lengths_[from - 1];
    unlink(from);
  }
  if (to < total_ && tags_[to] == kFree) {
    const Index end = to + lengths_[to];
    unlink(to);
    to = end;
  }
  link(from, to);
}

}  // namespace isthmus::memory
