// What the leaders of nodes send each other: large data in pieces, through pinned host memory. While the MPI sends some
// pieces, the device copies others.
#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "abi/abi.hpp"
#include "device/memory.hpp"
#include "memkind/copies.hpp"
#include "real.hpp"

namespace isthmus::mpi {

struct Segment {
  memkind::Place at;
  std::size_t bytes;
};
/// Data for a leader, or from one, in the order of the segments.
struct Transfer {
  int peer;
  std::vector<Segment> segments{};

  /// Adds a segment; one that continues the last becomes a part of it.
  void add(memkind::Place at, std::size_t bytes);
};

/// Sends and receives everything. The transfers of all leaders must be in an order in which they could be done one
/// after the other; for this, number `step` of each leader goes `step` leaders further. Returns the MPI's code.
int exchange(Word leaders, const std::vector<Transfer>& out, const std::vector<Transfer>& in);

/// The bytes of a piece of so many: a quarter, so that something overlaps, but neither so few that messages cost more
/// than that gains, nor more than the setting.
std::size_t piece_of(std::size_t bytes);

/// A collective of the leaders on `bytes` bytes at the same offset of everybody's data, in pieces of whole elements:
/// `call(memory, bytes)` does it for one, in host memory. A leader that gives copies its data there before, and one
/// that takes copies them back. While the MPI works on a piece, the device copies the next and the one before. Returns
/// the MPI's code.
template <class Call>
int in_pieces(memkind::Place data, std::size_t bytes, std::size_t element, bool gives, bool takes, Call&& call) {
  const std::size_t piece = std::max<std::size_t>(piece_of(bytes) / element, 1) * element;
  const std::size_t pieces = (bytes + piece - 1) / piece;
  const auto length = [&](std::size_t k) { return std::min(piece, bytes - k * piece); };
  if (!data.kind.device) {  // the MPI takes host memory as it is
    for (std::size_t k = 0; k < pieces; ++k)
      if (const int code = call(data.at + k * piece, length(k)); code != kSuccess) return code;
    return kSuccess;
  }
  const std::size_t room = std::min(piece, bytes);
  std::array<memkind::Staging, 3> slots{memkind::Staging(data.kind, room), memkind::Staging(data.kind, room),
                                        memkind::Staging(data.kind, room)};
  const auto slot = [&](std::size_t k) { return memkind::Place{memkind::kHost, slots[k % slots.size()].get()}; };
  const auto copy_in = [&](std::size_t k) {
    if (gives && k < pieces) memkind::begin_copy(slot(k), data + k * piece, length(k));
  };
  copy_in(0);
  memkind::finish_copies();
  for (std::size_t k = 0; k < pieces; ++k) {
    copy_in(k + 1);
    if (const int code = call(slot(k).at, length(k)); code != kSuccess) return code;
    memkind::finish_copies();  // also of the result before
    if (takes) memkind::begin_copy(data + k * piece, slot(k), length(k));
  }
  memkind::finish_copies();
  return kSuccess;
}

}  // namespace isthmus::mpi
