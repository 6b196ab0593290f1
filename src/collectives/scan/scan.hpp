// Prefix sums over the members in team order. dest may be source.
#pragma once
#include "collectives/call.hpp"
#include "collectives/reduce/combine.hpp"

namespace isthmus::collectives {

/// `inclusive`: with this member's own source; otherwise without, and member 0 gets zeros.
void scan(const Call& call, const Combine& sum, void* dest, const void* source, std::size_t n, bool inclusive);

}  // namespace isthmus::collectives
