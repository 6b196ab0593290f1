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
    const std::size_t largest = std::bit_floor(bytes), aligned = offset & -offset;  // 0 at 0, which is aligned to all
    const std::size_t piece = aligned ? std::min(aligned, largest) : largest;
    put_piece(offset, order_of(piece));
    offset += piece;
    bytes -= piece;
  }
}

std::optional<std::size_t> Pool::allocate(std::size_t bytes) {
  bytes = rounded(bytes);
  if (bytes == 0 || bytes > bytes_) return {};
  for (int order = order_of(std::bit_ceil(bytes)); order < 64; ++order) {
    if (pieces_[order].empty()) continue;
    const std::size_t offset = *pieces_[order].begin();
    pieces_[order].erase(pieces_[order].begin());
    put_back(offset + bytes, size_of(order) - bytes);
    used_ += bytes;
    return offset;
  }
  return {};
}

void Pool::free(std::size_t offset, std::size_t bytes) {
  used_ -= rounded(bytes);
  put_back(offset, rounded(bytes));
}

}  // namespace isthmus::omp
