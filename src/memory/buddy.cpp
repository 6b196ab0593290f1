#include "memory/buddy.hpp"

#include <algorithm>
#include <bit>

#include "base/error.hpp"

namespace isthmus::memory {
namespace {

constexpr std::size_t kSmallestGranule = 64;

base::Mapping reserve(std::size_t bytes) {
  base::Mapping pages(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE);
  if (!pages)
    base::throw_errno(
        "no address space for the records of a symmetric partition; make it smaller (SHMEM_SYMMETRIC_SIZE), "
        "or raise the limit (ulimit -v, -d)");
  return pages;
}

int order_for(std::size_t granules) { return static_cast<int>(std::bit_width(granules - 1)); }

}  // namespace

Buddy::Buddy(std::size_t bytes)
    : bytes_(bytes),
      // At most 2^31 granules, so that every count of them has an order below kOrders.
      granule_(std::max(kSmallestGranule, std::bit_ceil((bytes + (std::size_t{1} << 31) - 1) >> 31))),
      total_(static_cast<Index>(bytes / granule_)),
      record_pages_(reserve((std::size_t{total_} + 1) * sizeof(Record))),
      tag_pages_(reserve(std::size_t{total_} + 1)),
      records_(static_cast<Record*>(record_pages_.get())),
      tags_(static_cast<std::uint8_t*>(tag_pages_.get())) {
  heads_.fill(kEnd);
  add(0, total_, false);
}

std::size_t Buddy::allocate(std::size_t bytes, std::size_t alignment) {
  if (bytes == 0 || bytes > bytes_) return kNone;
  const std::size_t need = needed(bytes);
  const std::size_t align = std::max<std::size_t>(alignment / granule_, 1);
  const int order = order_for(std::max(need, align));
  if (order < kOrders) {
    Aside& aside = aside_[static_cast<std::size_t>(order)];
    if (aside.count > 0) {
      const Index at = aside.blocks[aside.count - 1];
      if (records_[at].next == need && at % align == 0) {
        --aside.count;
        return std::size_t{occupy(at, need)} * granule_;
      }
    }
  }
  Index at = take(need, order);
  if (at == kEnd) {
    coalesce_all();
    at = take(need, order);
    if (at == kEnd) at = take_run(need, align);
    if (at == kEnd) return kNone;
  }
  return std::size_t{occupy(at, need)} * granule_;
}

/// Takes the front of the smallest sufficient free block and gives its tail back to the lists.
Buddy::Index Buddy::take(std::size_t need, int order) {
  const std::uint32_t fitting = order < kOrders ? nonempty_ >> order << order : 0;
  if (fitting == 0) return kEnd;
  const int found = std::countr_zero(fitting);
  const Index at = heads_[static_cast<std::size_t>(found)];
  unlink(at, found);
  add(at + static_cast<Index>(need), at + (Index{1} << found), false);
  return at;
}

/// Takes the request from adjacent free blocks that are not buddies, which coalesce() does not join. It walks all
/// blocks, so it is only tried before giving up.
Buddy::Index Buddy::take_run(std::size_t need, std::size_t align) {
  for (Index from = 0; from < total_;) {
    Index to = from;
    while (to < total_ && is_free(to)) to += length(to);
    const std::size_t start = (std::size_t{from} + align - 1) / align * align;
    if (start + need <= to) {
      unlink_all(from, to);
      add(from, static_cast<Index>(start), false);
      add(static_cast<Index>(start + need), to, false);
      return static_cast<Index>(start);
    }
    from = to < total_ ? to + length(to) : total_;
  }
  return kEnd;
}

void Buddy::unlink_all(Index from, Index to) {
  while (from < to) {
    const Index next = from + length(from);
    unlink(from, tags_[from] - kFree);
    from = next;
  }
}

Buddy::Index Buddy::occupy(Index at, std::size_t need) {
  tags_[at] = kAllocated;
  records_[at].next = static_cast<Index>(need);
  used_ += need;
  top_ = std::max(top_, at + need);
  return at;
}

bool Buddy::free(std::size_t offset) {
  if (extent(offset) == 0) return false;
  const auto at = static_cast<Index>(offset / granule_);
  const Index count = records_[at].next;
  used_ -= count;
  Aside& aside = aside_[static_cast<std::size_t>(order_for(count))];
  if (aside.count < kKept) {
    tags_[at] = kAside;
    aside.blocks[aside.count++] = at;
    return true;
  }
  tags_[at] = kInside;
  add(at, at + count, true);
  return true;
}

void Buddy::shrink(std::size_t offset, std::size_t bytes) {
  const auto at = static_cast<Index>(offset / granule_);
  const Index count = records_[at].next;
  const auto keep = static_cast<Index>(needed(std::max<std::size_t>(bytes, 1)));
  if (keep >= count) return;
  records_[at].next = keep;
  used_ -= count - keep;
  add(at + keep, at + count, true);
}

/// Whether take() would find the request in memory that was in use before.
bool Buddy::fits_below_top(std::size_t need) const {
  const int order = order_for(need);
  const std::uint32_t fitting = order < kOrders ? nonempty_ >> order << order : 0;
  return fitting != 0 && heads_[static_cast<std::size_t>(std::countr_zero(fitting))] + need <= top_;
}

bool Buddy::grow(std::size_t offset, std::size_t bytes) {
  if (bytes > bytes_) return false;
  coalesce_all();
  const auto at = static_cast<Index>(offset / granule_);
  const Index count = records_[at].next;
  const std::size_t end = at + needed(bytes);
  Index to = at + count;
  while (to < end && to < total_ && is_free(to)) to += length(to);
  if (to < end || (end > top_ && fits_below_top(needed(bytes)))) return false;
  top_ = std::max(top_, end);
  unlink_all(at + count, to);
  add(static_cast<Index>(end), to, false);
  records_[at].next = static_cast<Index>(end) - at;
  used_ += records_[at].next - count;
  return true;
}

std::size_t Buddy::extent(std::size_t offset) const {
  const std::size_t at = offset / granule_;
  if (offset % granule_ != 0 || at >= total_ || tags_[at] != kAllocated) return 0;
  return std::size_t{records_[at].next} * granule_;
}

std::size_t Buddy::largest_free() const {
  std::size_t largest = 0;
  for (Index at = 0; at < total_;) {
    const Index from = at;
    while (at < total_ && is_free(at)) at += length(at);
    largest = std::max(largest, std::size_t{at - from} * granule_);
    if (at < total_) at += length(at);
  }
  return largest;
}

Buddy::Index Buddy::length(Index at) const {
  return tags_[at] >= kAllocated ? records_[at].next : Index{1} << (tags_[at] - kFree);
}

void Buddy::link(Index at, int order) {
  Index& head = heads_[static_cast<std::size_t>(order)];
  records_[at] = {head, kEnd};
  if (head != kEnd) records_[head].prev = at;
  head = at;
  nonempty_ |= 1U << order;
  tags_[at] = static_cast<std::uint8_t>(kFree + order);
}

void Buddy::unlink(Index at, int order) {
  const auto [next, prev] = records_[at];
  Index& head = heads_[static_cast<std::size_t>(order)];
  if (next != kEnd) records_[next].prev = prev;
  if (prev != kEnd)
    records_[prev].next = next;
  else
    head = next;
  if (head == kEnd) nonempty_ &= ~(1U << order);
  tags_[at] = kInside;
}

/// Frees the granules [from, to) as the largest aligned blocks that tile them.
void Buddy::add(Index from, Index to, bool merge) {
  while (from < to) {
    const int aligned = from == 0 ? kOrders - 1 : std::countr_zero(from);
    const int order = std::min(aligned, static_cast<int>(std::bit_width(to - from)) - 1);
    if (merge)
      coalesce(from, order);
    else
      link(from, order);
    from += Index{1} << order;
  }
}

void Buddy::coalesce(Index at, int order) {
  for (; order < kOrders - 1; ++order) {
    const Index buddy = at ^ (Index{1} << order);
    if (buddy >= total_ || tags_[buddy] != kFree + order) break;
    unlink(buddy, order);
    at = std::min(at, buddy);
  }
  link(at, order);
}

void Buddy::coalesce_all() {
  for (Aside& aside : aside_) {
    for (std::size_t i = 0; i < aside.count; ++i) {
      const Index at = aside.blocks[i];
      tags_[at] = kInside;
      add(at, at + records_[at].next, true);
    }
    aside.count = 0;
  }
}

}  // namespace isthmus::memory
