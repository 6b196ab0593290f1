// Collect and fcollect: every member's source, one after the other in team order, into every member's dest.
#pragma once
#include <span>

#include "collectives/group/call.hpp"
#include "collectives/rules.hpp"

namespace isthmus::collectives {

/// Fcollect: all members contribute the same number of bytes.
void fcollect(const Call& call, void* dest, const void* source, std::size_t bytes);
/// Collect: the members may contribute different numbers of bytes, and none.
void collect(const Call& call, void* dest, const void* source, std::size_t bytes);

/// The arguments, already checked, as the algorithms get them. `bytes` is what this member contributes.
struct Collect {
  const Call& call;
  char* dest;
  const void* source;
  std::size_t bytes;

  char* dest_of(int member) const { return dest + static_cast<std::size_t>(member) * bytes; }
};

/// Writes this member's part to everybody's dest at the offset `before`, where `whole` is the size of all parts. The
/// members must have exchanged their sizes. All parts have arrived after the members have called quiet (unless all are
/// mapped) and synchronised.
void push_part(const Collect& task, std::size_t before, std::size_t whole);

std::span<const Rule> fcollect_rules();
std::span<const Rule> collect_rules();
/// Whether an fcollect of `bytes` would take the algorithm bruck, which gathers by way of the first leaders.
bool fcollect_is_bruck(const Group& group, std::size_t bytes);

/// Also the fallback of bruck where there is no memory for its receive buffers.
void ring_fcollect(const Collect& task);

}  // namespace isthmus::collectives
