// Copies of one collective, which are started one by one and finished together. A copy between host buffers is complete
// when copy() returns.
#pragma once
#include <vector>

#include "memkind/copies.hpp"

namespace isthmus::collectives {

class Batch {
 public:
  void copy(memkind::Place to, memkind::Place from, std::size_t bytes) { memkind::begin_copy(to, from, bytes); }
  void finish() { memkind::finish_copies(); }
};

/// At most `most` copies of `bytes` each. If they are small and the kind has kernels, one kernel does all of them,
/// because each copy by itself would cost as much as a launch. Copies that are too many for a kernel are begun at once,
/// because a list of them could be larger than what they copy.
class Pieces {
 public:
  Pieces(std::size_t bytes, std::size_t most) : bytes_(bytes), at_once_(most > kernels::kMembers) {
    if (!at_once_) pieces_.reserve(most);
  }
  void copy(memkind::Place to, memkind::Place from) {
    if (at_once_)
      memkind::begin_copy(to, from, bytes_);
    else
      pieces_.push_back({to, from});
  }
  /// Returns when all are done.
  void finish();

 private:
  struct Piece {
    memkind::Place to, from;
  };
  bool by_kernel() const;

  const std::size_t bytes_;
  const bool at_once_;
  std::vector<Piece> pieces_;
};

/// Whether one member makes the copies of all members, `pieces` of `bytes` each: a launch costs as much as many bytes
/// do, so that for few bytes one launch is better than one on each member.
bool one_for_all(const memkind::Kind& to, const memkind::Kind& from, std::size_t pieces, std::size_t bytes);

}  // namespace isthmus::collectives
