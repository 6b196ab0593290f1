// What the members of a communicator show each other of their buffers in the first round of a call that may have
// device memory. Programs repeat calls with the same buffers, so a member that would show the same as in its last call
// says only that, in the cache line of the round's flag, and the others take what they have kept.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collectives/group/round.hpp"
#include "device/strided.hpp"

namespace isthmus::mpi {

/// One side of a member's call, source or dest.
struct ShownSide {
  enum class State : std::uint8_t { none, host, device, shareable };

  std::uint64_t base = 0, bytes = 0, id = 0;  ///< of the allocation
  std::int64_t offset = 0;                    ///< of the buffer's lowest byte in it
  std::array<std::byte, 64> handle{};
  std::int32_t fd = -1;  ///< the handle's descriptor in that process
  std::uint8_t kind = 0;
  State state = State::none;

  bool operator==(const ShownSide&) const = default;
};

/// A member without device memory shows this alone, so that calls on host memory take hardly longer for it.
struct ShownHead {
  bool device = false, host = false;  ///< some side is on a device, or in host memory
  bool refuses = false;
  bool as_before = false;  ///< the rest is what this member showed last on the communicator

  bool operator==(const ShownHead&) const = default;
};

struct ShownLine {
  ShownHead head;
  ShownSide source, dest;
  std::int64_t stride = 0;
  std::uint64_t word = 8;
  std::array<kernels::Address, kernels::strided::first_loop + 2 * Strides::kShownLoops> shape{};
  bool has_offsets = false, has_rooms = false, dest_contiguous = true;
  bool dest_new = false;
  bool in_place = false, copied = false;  ///< dest is what the program gave as source; others read a copy

  bool operator==(const ShownLine&) const = default;
};
static_assert(sizeof(ShownLine) <= collectives::Round::kBytes);

/// Kept for each communicator.
struct ShownLines {
  explicit ShownLines(std::size_t members)
      : heads(members), lines(members), offsets(members), rooms(members), last(members) {}

  // Of the present call, by member.
  std::vector<ShownHead> heads;
  std::vector<const ShownLine*> lines;  ///< a line without sides for a member that has no device memory
  std::vector<std::ptrdiff_t> offsets;  ///< where the data for this member begin
  std::vector<std::ptrdiff_t> rooms;    ///< the bytes that this member may write there

  ShownLine mine;               ///< what this member showed last
  std::vector<ShownLine> last;  ///< what each member showed last
};

}  // namespace isthmus::mpi
