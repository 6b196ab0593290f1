// A round in which members may show more than fits into a cell of their sync slots: it is then in a block.
#pragma once
#include "collectives/group/round.hpp"
#include "communicator.hpp"

namespace isthmus::mpi {

class StagedRound : public collectives::Round {
 public:
  /// `bytes` is the most that a member shows, at most NodeMemory::kBlock. Members that pass other numbers than the rest
  /// show their bytes in another place, where find_uneven() finds them if they have said their number.
  StagedRound(Communicator& comm, std::size_t bytes)
      : Round(comm.node(), std::min(bytes, kBytes)), memory_(comm.memory()), place_(place_of(bytes)) {}

  std::byte* mine() {
    std::byte* const slot = Round::mine();
    if (place_ == Place::slot) return slot;
    if (place_ == Place::block) make_room(NodeMemory::kBlocks);
    return block_of(me(), place_);
  }
  const std::byte* await(int member) {
    Round::await(member);
    return shown_by(member);
  }
  /// As in Round, for a member whose message is shown in one round or, if it has more bytes than a block, in several.
  Said said_by(int member) const {
    Said said = Round::said_by(member);
    if (const Place place = place_of(said.bytes); !said.in_line && place != Place::slot)
      said.shown = block_of(member, place);
    return said;
  }
  const std::byte* shown_by(int member) const {
    return place_ == Place::slot ? Round::shown_by(member) : block_of(member, place_);
  }

  // What members say whose readers may expect another number of bytes or another place (host/uneven.hpp): the bytes,
  // and where they are unless it is a line or a cell.
  static constexpr std::uint64_t kAddress = std::uint64_t{1} << 63, kInBlock = std::uint64_t{1} << 62,
                                 kInSmallBlock = std::uint64_t{1} << 61, kPlaces = kAddress | kInBlock | kInSmallBlock;
  std::uint64_t word_of(std::size_t bytes) const { return bytes | static_cast<std::uint64_t>(place_); }
  /// What a member shows that has said such a word, but not an address.
  const std::byte* shown_by(int member, const Said& said) const {
    const auto place = static_cast<Place>(said.bytes & (kInBlock | kInSmallBlock));
    return place == Place::slot ? said.shown : block_of(member, place);
  }
  /// Shows the address of so many bytes in their place, and arrives.
  void show_address(const void* where, std::size_t bytes) {
    std::memcpy(mine(), &where, sizeof where);
    arrive_saying(bytes | kAddress);
  }

 private:
  enum class Place : std::uint64_t { slot = 0, small_block = kInSmallBlock, block = kInBlock };

  static Place place_of(std::size_t bytes) {
    return bytes <= kBytes ? Place::slot : bytes <= NodeMemory::kSmallBlock ? Place::small_block : Place::block;
  }
  std::byte* block_of(int member, Place place) const {
    return place == Place::block ? memory_.block(member, generation()) : memory_.small_block(member, generation());
  }

  const NodeMemory& memory_;
  Place place_;
};

}  // namespace isthmus::mpi
