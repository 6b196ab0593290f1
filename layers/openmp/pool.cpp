#include "pool.hpp"

#include <algorithm>
#include <bit>

namespace isthmus::omp {
namespace {

constexpr std::size_t size_of(int order) { return std::size_t{1} << order; }
int order_of(std::size_t power) { return std::countr_zero(power); }

}  // namespace

void Pool::put_piece(std::size_t offset, int order) {
  for (; order < 63; ++order) {
    const auto buddy = pieces_[order].find(offset ^ size_of(order));
    if (buddy == pieces_[order].end()) break;
    offset = std::min(offset, *buddy);
    pieces_[order].erase(buddy);
  }
  pieces_[order].insert(offset);
}

void Pool::put_back(std::size_t offset, std::size_t bytes) {
  while (bytes > 0) {
    const std::size_t largest = std::bit_floor(bytes), aligned = offset & -offset;  // 0: offset 0, aligned to any power
    const std::size_t piece = aligned ? std::min(aligned, largest) : largest;
    put_piece(offset, order_of(piece));
    offset += piece;
    bytes -= piece;
  }
}

std::optional<std::size_t> Pool::take_aside(std::size_t bytes) {
  const auto found = std::find_if(aside_.rbegin(), aside_.rend(), [&](const Block& b) { return b.bytes == bytes; });
  if (found == aside_.rend()) return {};
  const std::size_t offset = found->offset;
  aside_.erase(std::next(found).base());
  return offset;
}

std::optional<std::size_t> Pool::take_piece(std::size_t bytes) {
  for (int order = order_of(std::bit_ceil(bytes)); order < 64; ++order) {
    if (pieces_[order].empty()) continue;
    const std::size_t offset = *pieces_[order].begin();
    pieces_[order].erase(pieces_[order].begin());
    put_back(offset + bytes, size_of(order) - bytes);
    return offset;
  }
  return {};
}

std::optional<std::size_t> Pool::allocate(std::size_t bytes) {
  if (bytes == 0 || bytes > bytes_) return {};
  bytes = rounded(bytes);
  std::optional<std::size_t> offset = take_aside(bytes);
  if (!offset) offset = take_piece(bytes);
  if (!offset && !aside_.empty()) {
    for (const Block& block : aside_) put_back(block.offset, block.bytes);
    aside_.clear();
    offset = take_piece(bytes);
  }
  if (offset) used_ += bytes;
  return offset;
}

void Pool::free(std::size_t offset, std::size_t bytes) {
  constexpr std::size_t kFew = 8;
  bytes = rounded(bytes);
  used_ -= bytes;
  if (aside_.size() == kFew) {
    put_back(aside_.front().offset, aside_.front().bytes);
    aside_.erase(aside_.begin());
  }
  aside_.push_back({offset, bytes});
}

}  // namespace isthmus::omp
