// Arithmetic on sizes that callers give. A result that does not fit a size_t becomes SIZE_MAX: no memory is that large,
// so the check of the length refuses it.
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
