// All-to-all: block l of member k's source becomes block k of member l's dest.
#pragma once
#include <span>

#include "collectives/group/call.hpp"
#include "collectives/rules.hpp"

namespace isthmus::collectives {

void alltoall(const Call& call, void* dest, const void* source, std::size_t bytes);

/// Blocks of `n` elements of `element` bytes; neighbouring elements are `dest_stride` and `source_stride` elements
/// apart.
void alltoalls(const Call& call, void* dest, const void* source, std::ptrdiff_t dest_stride,
               std::ptrdiff_t source_stride, std::size_t n, std::size_t element);

/// The arguments, already checked, as the algorithms get them. A block has `n` elements; those of alltoall have one.
struct Alltoall {
  const Call& call;
  char* dest;
  const char* source;
  std::size_t dest_step, source_step;  ///< bytes from one element to the next
  std::size_t n, element;

  std::size_t block() const { return n * element; }
  /// Bytes of a member's source from its first element to its last, gaps included.
  std::size_t span() const { return (n * static_cast<std::size_t>(call.group.size()) - 1) * source_step + element; }
  std::size_t dest_span() const { return (n * static_cast<std::size_t>(call.group.size()) - 1) * dest_step + element; }
  char* dest_from(int member) const { return dest + static_cast<std::size_t>(member) * n * dest_step; }
  /// The offset of the block for `member` in a source.
  std::size_t offset_for(int member) const { return static_cast<std::size_t>(member) * n * source_step; }
};

/// Copies `n` elements between buffers in which they are `from_step` and `to_step` bytes apart.
void copy_elements(char* to, std::size_t to_step, const char* from, std::size_t from_step, std::size_t n,
                   std::size_t element);

/// Bytes of a bundle, which holds what a node has for another: a block for each pair of members, as if every node had
/// as many members as the largest.
std::size_t bundle(const comm::Nodes& nodes, std::size_t block);

std::span<const Rule> alltoall_rules();
std::span<const Rule> alltoalls_rules();

/// Whether these algorithms can be used where a member has `bytes` for all members together.
bool bruck_alltoall_fits(const comm::Nodes& nodes, std::size_t bytes);
bool bundles_alltoall_fits(const comm::Nodes& nodes, std::size_t bytes);
/// Also the fallback of bundles where there is no memory for its receive buffers.
void pairwise_alltoall(const Alltoall& task);

}  // namespace isthmus::collectives
