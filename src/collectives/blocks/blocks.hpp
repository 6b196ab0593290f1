// Gather, scatter, and all-to-all with blocks of any length, in memory of any kind, on any node.
#pragma once
#include <span>

#include "collectives/group/call.hpp"
#include "collectives/rules.hpp"

namespace isthmus::collectives {

/// `bytes` of every member's source, in team order, become the root's dest.
void gather_blocks(const Call& call, void* dest, const void* source, std::size_t bytes, int root);
/// Block i of the root's source becomes member i's dest.
void scatter_blocks(const Call& call, void* dest, const void* source, std::size_t bytes, int root);

/// The root alone says how long the blocks are and where in its buffer each is: both null elsewhere, or not looked at.
void gather_blocks(const Call& call, void* dest, const std::size_t* offsets, const void* source,
                   const std::size_t* bytes, int root);
void scatter_blocks(const Call& call, void* dest, const void* source, const std::size_t* offsets,
                    const std::size_t* bytes, int root);

/// `bytes[i]` at `source_offsets[i]` of this member's source go to member i, which has them at its own
/// `dest_offsets[me]`.
void exchange_blocks(const Call& call, void* dest, const std::size_t* dest_offsets, const void* source,
                     const std::size_t* source_offsets, const std::size_t* bytes);

/// Arguments of a gather or scatter that were looked at, for the algorithms. `bytes` are those of a block.
struct Blocks {
  const Call& call;
  char* dest;
  const char* source;
  std::size_t bytes;
  int root;

  bool is_root() const { return call.group.me() == root; }
  std::size_t offset(int member) const { return static_cast<std::size_t>(member) * bytes; }
};

std::span<const Rule> gather_rules();
std::span<const Rule> scatter_rules();

}  // namespace isthmus::collectives
