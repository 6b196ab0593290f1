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
  /// As in Round, for a member whose message is shown in one round or, if it has more bytes than a block, in several.
  Said said_by(int member) const {
    Said said = Round::said_by(member);
    if (!said.in_line && said.bytes > kBytes) said.shown = memory_.block(member, generation());
    return said;
  }
  const std::byte* shown_by(int member) const {
    return in_blocks_ ? memory_.block(member, generation()) : Round::shown_by(member);
  }

 private:
  const NodeMemory& memory_;
  bool in_blocks_;
};

}  // namespace isthmus::mpi
