// Strided put and get: blocks of elements, whose starts are a fixed number of elements apart on either side.
#pragma once
#include <cstddef>

#include "comm/context.hpp"

namespace isthmus::ops {

/// `blocks` blocks of `block` elements of `element` bytes each. The starts of blocks are `dest_stride` and
/// `source_stride` elements apart. iput and iget have blocks of one element.
struct Layout {
  std::ptrdiff_t dest_stride, source_stride;
  std::size_t block, blocks, element;
  std::size_t alignment = 1;  ///< of the elements, for SHMEM_CHECK
};

void put_strided(const comm::Context& context, const char* call, void* dest, const void* source, const Layout& layout,
                 int pe);
void get_strided(const comm::Context& context, const char* call, void* dest, const void* source, const Layout& layout,
                 int pe);

}  // namespace isthmus::ops
