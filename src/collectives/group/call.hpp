// One call of a collective: who takes part, and whether its arguments are what they should be.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "collectives/group/group.hpp"
#include "comm/context.hpp"

namespace isthmus::collectives {

struct Call {
  const char* name;
  Group& group;
  const comm::Context& world;  ///< reaches members that are not mapped

  bool checks() const { return world.checks(); }
  /// Under SHMEM_CHECK: ends the job when the members did not make the same call with the same numbers.
  void match(std::span<const std::uint64_t> numbers) const;
  void match(std::initializer_list<std::uint64_t> numbers = {}) const {
    match(std::span(numbers.begin(), numbers.size()));
  }
  /// A symmetric buffer as one of those numbers: the same for the same object, wherever each PE has it.
  std::uint64_t place(const void* p) const;
};

/// Ends the job, naming the call, when `bytes` at `p` are not in one segment of symmetric memory.
const memory::Segment& symmetric(const Call& call, const void* p, std::size_t bytes);

/// Under SHMEM_CHECK: ends the job when the two buffers overlap, in part or, unless `in_place`, at all.
void check_overlap(const Call& call, const void* dest, std::size_t dest_bytes, const void* source,
                   std::size_t source_bytes, bool in_place);

}  // namespace isthmus::collectives
