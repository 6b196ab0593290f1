// Copies of one collective: begun one by one, finished together. Those between host buffers are done at once.
#pragma once
#include <vector>

#include "collectives/group/call.hpp"
#include "collectives/group/peer_buffer.hpp"
#include "memkind/copies.hpp"

namespace isthmus::collectives {

class Batch {
 public:
  void copy(memkind::Place to, memkind::Place from, std::size_t bytes) { memkind::begin_copy(to, from, bytes); }
  void finish() { memkind::finish_copies(); }
};

/// Copies of `bytes` each, at most that many. Where they are few bytes one kernel does all of them, if there is one:
/// each copy by itself would cost as much as a launch.
class Pieces {
 public:
  Pieces(std::size_t bytes, std::size_t most) : bytes_(bytes) { pieces_.reserve(most); }
  void copy(memkind::Place to, memkind::Place from) { pieces_.push_back({to, from}); }
  /// Returns when all are done.
  void finish();

 private:
  struct Piece {
    memkind::Place to, from;
  };
  bool by_kernel() const;

  std::size_t bytes_;
  std::vector<Piece> pieces_;
};

/// A launch costs as much as many bytes do: whether one member makes all `pieces` of all members.
bool one_for_all(const PeerBuffer& to, const PeerBuffer& from, std::size_t pieces, std::size_t bytes);

/// A buffer of this PE, of whatever kind.
inline memkind::Place mine(const Call& call, const void* p) {
  return {call.world.kind_of(p), static_cast<char*>(const_cast<void*>(p))};
}

/// The members of a group that does not go staged: all device memory is mapped.
inline comm::Neighbours& device_neighbours(const Call& call) { return call.group.team()->node; }

}  // namespace isthmus::collectives
