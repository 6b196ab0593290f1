// Reductions: dest[i] = source[i] of member 0 op ... op source[i] of the last, on every member. Always in this order,
// so every member gets the same bits. dest may be source.
#pragma once
#include "collectives/call.hpp"
#include "collectives/reduce/combine.hpp"

namespace isthmus::collectives {

void reduce(const Call& call, const Combine& combine, void* dest, const void* source, std::size_t n);

}  // namespace isthmus::collectives
