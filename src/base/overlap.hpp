// Whether two pieces of memory share a byte.
#pragma once
#include <cstddef>
#include <cstdint>

namespace isthmus::base {

inline bool overlap(const void* a, std::size_t a_bytes, const void* b, std::size_t b_bytes) {
  const auto x = reinterpret_cast<std::uintptr_t>(a), y = reinterpret_cast<std::uintptr_t>(b);
  return x < y + b_bytes && y < x + a_bytes;
}

/// The same for `n` pieces of `bytes` bytes at a, a + a_step, ... and as many at b, b + b_step, ...: whether any two of
/// them share a byte. Pieces that interleave do not.
inline bool overlap_strided(const void* a, std::size_t a_step, const void* b, std::size_t b_step, std::size_t bytes,
                            std::size_t n) {
  const auto *x = static_cast<const char*>(a), *y = static_cast<const char*>(b);
  for (std::size_t i = 0, j = 0; i < n && j < n;) {
    const char *piece = x + i * a_step, *other = y + j * b_step;
    if (overlap(piece, bytes, other, bytes)) return true;
    ++(piece < other ? i : j);
  }
  return false;
}

}  // namespace isthmus::base
