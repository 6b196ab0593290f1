// Gather, scatter, and all-to-all with blocks of any length, in memory of any kind, on any node.
#pragma once
#include <span>

#include "collectives/group/call.hpp"
#include "collectives/rules.hpp"

namespace isthmus::collectives {

/// Gathers `bytes` of every member's source, in team order, in the root's dest.
void gather_blocks(const Call& call, void* dest, const void* source, std::size_t bytes, int root);
/// Copies block i of the root's source to member i's dest.
void scatter_blocks(const Call& call, void* dest, const void* source, std::size_t bytes, int root);

/// Gather and scatter of blocks of any length. Only the root's `bytes` and `offsets` are used, which say how long each
/// member's block is and where it is in the root's buffer; they may be null on the other members.
void gather_blocks(const Call& call, void* dest, const std::size_t* offsets, const void* source,
                   const std::size_t* bytes, int root);
void scatter_blocks(const Call& call, void* dest, const void* source, const std::size_t* offsets,
                    const std::size_t* bytes, int root);

/// Sends `bytes[i]` at `source_offsets[i]` of this member's source to member i, which receives them at its own
/// `dest_offsets[me]`.
void exchange_blocks(const Call& call, void* dest, const std::size_t* dest_offsets, const void* source,
                     const std::size_t* source_offsets, const std::size_t* bytes);

/// The arguments of a gather or scatter, already checked, as the algorithms get them. `bytes` is the length of a block.
struct GatherScatter {
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
