// A round in which members show more than fits into a cell of their sync slots: it is then in the block that belongs to
// the cell, and is kept as long as the cell would be.
#pragma once
#include "collectives/group/round.hpp"
#include "communicator.hpp"

namespace isthmus::mpi {

class StagedRound : public collectives::Round {
 public:
  /// `bytes` is the most that a member shows, at most NodeMemory::kBlock, and the same on all members.
  StagedRound(Communicator& comm, std::size_t bytes)
      : Round(comm.node(), std::min(bytes, kBytes)), memory_(comm.memory()), in_blocks_(bytes > kBytes) {}

  std::byte* mine() {
    std::byte* const cell = Round::mine();
    return in_blocks_ ? memory_.block(me(), generation()) : cell;
  }
  const std::byte* await(int member) {
    Round::await(member);
    return shown_by(member);
  }
  const std::byte* shown_by(int member) const {
    return in_blocks_ ? memory_.block(member, generation()) : Round::shown_by(member);
  }

 private:
  const NodeMemory& memory_;
  bool in_blocks_;
};

}  // namespace isthmus::mpi
