// What the layer knows of a datatype: how many bytes of data an element has, and whether they lie without gaps.
#pragma once
#include <cstddef>
#include <cstdint>

#include "mpi.hpp"

namespace isthmus::mpi {

struct Shape {
  bool valid = false;         ///< otherwise the MPI has to see it
  bool contiguous = false;    ///< the data of n elements are n * size bytes from the first address on, in their order
  std::size_t size = 0;       ///< bytes of data in an element
  std::ptrdiff_t extent = 0;  ///< bytes from one element to the next; may be negative
};

Shape describe_type(Word type);

/// Copies the data of `count` elements at `buffer` to `bytes`, without gaps, or back. The MPI may have to do it, and
/// wants a communicator for that: `comm` is that of the call.
void pack(std::byte* bytes, const void* buffer, std::size_t count, Word type, const Shape& layout, Word comm);
void unpack(void* buffer, const std::byte* bytes, std::size_t count, Word type, const Shape& layout, Word comm);

}  // namespace isthmus::mpi
