// Collect and fcollect: every member's source, one after the other in team order, into every member's dest.
#pragma once
#include "collectives/call.hpp"

namespace isthmus::collectives {

/// Equal sizes.
void fcollect(const Call& call, void* dest, const void* source, std::size_t bytes);
/// Sizes may differ, and be 0.
void collect(const Call& call, void* dest, const void* source, std::size_t bytes);

}  // namespace isthmus::collectives
