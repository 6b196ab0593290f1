// Strided put and get: blocks of elements, each block a fixed number of elements after the last, on either side.
#pragma once
#include <cstddef>

#include "comm/context.hpp"

namespace isthmus::ops {

/// How the elements lie: `blocks` blocks of `block` elements of `element` bytes, block starts `dest_stride` and
/// `source_stride` elements apart. iput and iget are blocks of one element.
struct Layout {
  std::ptrdiff_t dest_stride, source_stride;
  std::size_t block, blocks, element;
};

void put_strided(const comm::Context& context, const char* call, void* dest, const void* source, const Layout& layout,
                 int pe);
void get_strided(const comm::Context& context, const char* call, void* dest, const void* source, const Layout& layout,
                 int pe);

}  // namespace isthmus::ops
