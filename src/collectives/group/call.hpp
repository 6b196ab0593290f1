// One call of a collective: its participants, and the checks of its arguments.
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
  /// Under SHMEM_CHECK: ends the job when the members did not make the same call with the same numbers, which stand for
  /// its arguments.
  void match(std::span<const std::uint64_t> numbers) const;
  void match(std::initializer_list<std::uint64_t> numbers = {}) const {
    match(std::span(numbers.begin(), numbers.size()));
  }
  /// The number that stands for a symmetric buffer in match(): its offset, since its address may differ between PEs.
  std::uint64_t place(const void* p) const;
};

/// The segment that holds `bytes` at `p`. Ends the job, naming the call, when no segment of symmetric memory holds all
/// of them.
const memory::Segment& symmetric(const Call& call, const void* p, std::size_t bytes);

/// Under SHMEM_CHECK: ends the job when the two buffers overlap, unless they are the same and `in_place` allows it.
void check_overlap(const Call& call, const void* dest, std::size_t dest_bytes, const void* source,
                   std::size_t source_bytes, bool in_place);

}  // namespace isthmus::collectives
