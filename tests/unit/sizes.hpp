// Numbers of bytes.
#pragma once
#include <cstddef>

namespace isthmus {

inline constexpr std::size_t kKi = 1024, kMi = kKi * kKi, kGi = kMi * kKi, kTi = kGi * kKi;

}  // namespace isthmus
