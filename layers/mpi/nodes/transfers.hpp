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

/// A request of the MPI.
class Request {
 public:
  void* get() { return words_.data(); }
  int wait() { return real().Wait(words_.data(), abi().status_ignore); }

 private:
  std::array<Word, 1> words_{};
};

/// A collective of the leaders on `bytes` bytes at the same offset of everybody's data, in pieces of whole elements. A
/// leader that gives copies its data to host memory before `start(memory, offset, bytes, request)` begins a piece, and
/// one that takes copies them back. Returns the MPI's code.
template <class Start>
int in_pieces(memkind::Place data, std::size_t bytes, std::size_t element, bool gives, bool takes, Start&& start) {
  struct Slot {
    memkind::Staging memory;
    Request request{};
  };
  const std::size_t piece = std::max<std::size_t>(device_memory().piece / element, 1) * element;
  const std::size_t pieces = (bytes + piece - 1) / piece;
  const auto length = [&](std::size_t k) { return std::min(piece, bytes - k * piece); };
  if (!data.kind.device) {  // the MPI takes host memory as it is
    for (std::size_t k = 0; k < pieces; ++k) {
      Request request;
      int code = start(data.at + k * piece, k * piece, length(k), request.get());
      if (code == kSuccess) code = request.wait();
      if (code != kSuccess) return code;
    }
    return kSuccess;
  }
  const std::size_t room = std::min(piece, bytes);
  std::array<Slot, 3> slots{Slot{{data.kind, room}}, Slot{{data.kind, room}}, Slot{{data.kind, room}}};
  const auto slot = [&](std::size_t k) -> Slot& { return slots[k % slots.size()]; };
  const auto copy_in = [&](std::size_t k) {
    if (gives && k < pieces) memkind::begin_copy({memkind::kHost, slot(k).memory.get()}, data + k * piece, length(k));
  };
  copy_in(0);
  memkind::finish_copies();
  for (std::size_t k = 0; k < pieces; ++k) {
    int code = start(slot(k).memory.get(), k * piece, length(k), slot(k).request.get());
    if (code != kSuccess) return code;
    copy_in(k + 1);
    memkind::finish_copies();  // and of the result before
    code = slot(k).request.wait();
    if (code != kSuccess) return code;
    if (takes) memkind::begin_copy(data + k * piece, {memkind::kHost, slot(k).memory.get()}, length(k));
  }
  memkind::finish_copies();
  return kSuccess;
}

}  // namespace isthmus::mpi
