// All-to-all: block l of member k's source becomes block k of member l's dest.
#pragma once
#include "collectives/call.hpp"

namespace isthmus::collectives {

void alltoall(const Call& call, void* dest, const void* source, std::size_t bytes);

/// Blocks of `n` elements of `element` bytes; neighbouring elements are `dest_stride` and `source_stride` elements
/// apart.
void alltoalls(const Call& call, void* dest, const void* source, std::ptrdiff_t dest_stride,
               std::ptrdiff_t source_stride, std::size_t n, std::size_t element);

}  // namespace isthmus::collectives
