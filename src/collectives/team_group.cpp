#include "collectives/team_group.hpp"

#include <algorithm>

#include "collectives/barrier/barrier.hpp"
#include "collectives/round.hpp"
#include "ops/remote.hpp"

namespace isthmus::collectives {

void TeamGroup::sync() { collectives::sync(team_); }

void TeamGroup::share(std::span<const std::uint64_t> words) {
  if (!all_mapped()) return share_over_wire(words);
  Round round(team_.node, words.size_bytes());
  round.arrive(words.data(), words.size_bytes());
  round.await_all();
  shown_.emplace(round);
}

void TeamGroup::share_over_wire(std::span<const std::uint64_t> words) {
  comm::SyncSlot& mine = *team_.node.slots[static_cast<std::size_t>(team_.node.me)];
  auto& board = mine.board[++team_.shares % 2];
  std::copy(words.begin(), words.end(), board.begin());
  sync();
  const memory::Segment& internal = team_.wire->memory()->internal();
  team_.fetched.resize(words.size() * static_cast<std::size_t>(size()));
  words_ = words.size();
  for (int step = 0; step < size(); ++step) {
    const int member = (me() + step) % size();
    ops::read(*team_.wire, {internal, pe(member), internal.offset(&board)},
              team_.fetched.data() + static_cast<std::size_t>(member) * words_, words.size_bytes());
  }
}

std::uint64_t TeamGroup::shared(int member, std::size_t word) const {
  if (!all_mapped()) return team_.fetched[static_cast<std::size_t>(member) * words_ + word];
  std::uint64_t value;
  std::memcpy(&value, shown_->shown_by(member) + word * sizeof value, sizeof value);
  return value;
}

}  // namespace isthmus::collectives
