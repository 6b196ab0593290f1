// Collect and fcollect: every member's source, one after the other in team order, into every member's dest.
#pragma once
#include <span>

#include "collectives/group/call.hpp"
#include "collectives/rules.hpp"

namespace isthmus::collectives {

/// Equal sizes.
void fcollect(const Call& call, void* dest, const void* source, std::size_t bytes);
/// Sizes may differ, and be 0.
void collect(const Call& call, void* dest, const void* source, std::size_t bytes);

/// Arguments that were looked at, for the algorithms. `bytes` is what this member brings.
struct Collect {
  const Call& call;
  char* dest;
  const void* source;
  std::size_t bytes;

  char* dest_of(int member) const { return dest + static_cast<std::size_t>(member) * bytes; }
};

/// The sizes have been agreed on: writes this member's part to everybody's dest, `before` bytes into it, of which there
/// are `whole` bytes. The parts of the others are there once all have come back and met.
void push_part(const Collect& task, std::size_t before, std::size_t whole);

std::span<const Rule> fcollect_rules();
std::span<const Rule> collect_rules();
/// Whether an fcollect of so many bytes would take bruck, and so gather by way of the first leaders.
bool fcollect_is_bruck(const Group& group, std::size_t bytes);

/// For bruck, where there is no memory for its receive buffers.
void ring_fcollect(const Collect& task);

}  // namespace isthmus::collectives
