// Which program a PE runs.
#pragma once
#include <cstdint>

namespace isthmus::memory {

/// A hash of the executable's layout and build id. The static variables of PEs with different ones are not symmetric.
std::uint64_t executable_id();

}  // namespace isthmus::memory
