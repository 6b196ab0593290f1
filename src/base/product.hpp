// Sizes that callers give us: what does not fit a size_t is SIZE_MAX, which is more than any memory holds, so that the
// check of the length refuses it.
#pragma once
#include <cstddef>
#include <cstdint>

namespace isthmus::base {

inline std::size_t product(std::size_t a, std::size_t b) {
  std::size_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? SIZE_MAX : result;
}

inline std::size_t sum(std::size_t a, std::size_t b) {
  std::size_t result = 0;
  return __builtin_add_overflow(a, b, &result) ? SIZE_MAX : result;
}

}  // namespace isthmus::base
