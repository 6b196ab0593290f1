// Broadcast: one member's source into every member's dest.
#pragma once
#include "collectives/call.hpp"

namespace isthmus::collectives {

/// Every member copies from the root. `root_too`: the root's own dest is written as well (teams yes, active sets no).
void broadcast(const Call& call, void* dest, const void* source, std::size_t bytes, int root, bool root_too);

}  // namespace isthmus::collectives
