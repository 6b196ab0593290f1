// The locks of handlers (HSL). In a client whose calls are checked each thread keeps a list of those that it holds.
#pragma once
#include <cstddef>

namespace isthmus::gasnet {

/// How many this thread holds; 0 where calls are not checked.
std::size_t locks_held();

}  // namespace isthmus::gasnet
