// A round in which members show more than fits into a cell of their sync slots: it is then in the block that belongs to
// the cell, and is kept as long as the cell would be.
#pragma once
#include "collectives/group/round.hpp"
#include "communicator.hpp"

namespace isthmus::mpi {

class StagedRound : public collectives::Round {
 public:
  /// `bytes` is the most that a member shows, at most NodeMemory::kBlock. Members that pass other numbers than the rest
  /// show their bytes in another place, where find_uneven() finds them if they have said their number.
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
  const std::byte* shown_by(int member) const { return in_blocks_ ? block_of(member) : Round::shown_by(member); }
  const std::byte* block_of(int member) const { return memory_.block(member, generation()); }

  // What members say whose readers may expect another number of bytes or another place (host/uneven.hpp): the bytes,
  // and where they are unless it is a line or a cell.
  static constexpr std::uint64_t kAddress = std::uint64_t{1} << 63, kInBlock = std::uint64_t{1} << 62,
                                 kPlaces = kAddress | kInBlock;
  std::uint64_t word_of(std::size_t bytes) const { return in_blocks_ ? bytes | kInBlock : bytes; }
  /// Shows the address of so many bytes in their place, and arrives.
  void show_address(const void* where, std::size_t bytes) {
    std::memcpy(mine(), &where, sizeof where);
    arrive_saying(bytes | kAddress);
  }

 private:
  const NodeMemory& memory_;
  bool in_blocks_;
};

}  // namespace isthmus::mpi
