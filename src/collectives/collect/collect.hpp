// Collect and fcollect: every member's source, one after the other in team order, into every member's dest.
#pragma once
#include "collectives/group/call.hpp"

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

void cell_fcollect(const Collect& task);
void direct_fcollect(const Collect& task);
void flat_fcollect(const Collect& task);
void bruck_fcollect(const Collect& task);
void ring_fcollect(const Collect& task);

/// The sizes have been agreed on: writes this member's part to everybody's dest, `before` bytes into it, of which there
/// are `whole` bytes. The parts of the others are there once all have come back and met.
void push_part(const Collect& task, std::size_t before, std::size_t whole);
void cell_collect(const Collect& task);
void flat_collect(const Collect& task);
void ring_collect(const Collect& task);

}  // namespace isthmus::collectives
