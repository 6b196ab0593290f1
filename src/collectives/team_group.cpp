#include "collectives/team_group.hpp"

#include <algorithm>

#include "collectives/barrier/barrier.hpp"
#include "ops/remote.hpp"

namespace isthmus::collectives {

void TeamGroup::sync() { collectives::sync(team_); }

void TeamGroup::share(std::span<const std::uint64_t> words) {
  auto& board = team_.slots[static_cast<std::size_t>(team_.me)]->board[++team_.shares % 2];
  std::copy(words.begin(), words.end(), board.begin());
  sync();
  if (!all_mapped()) fetch(words.size());
}

/// Reads the boards of the members that are not mapped, each once, however many of its words are asked for.
void TeamGroup::fetch(std::size_t words) {
  const memory::Segment& internal = team_.wire->memory()->internal();
  const auto members = static_cast<std::size_t>(size()), my = static_cast<std::size_t>(me());
  const std::uintptr_t offset = internal.offset(&team_.slots[my]->board[team_.shares % 2]);
  team_.fetched.resize(words * members);
  for (std::size_t step = 1; step < members; ++step) {
    const std::size_t member = (my + step) % members;
    if (team_.slots[member]) continue;
    std::array<std::uint64_t, comm::kSharedWords> board;
    ops::read(*team_.wire, {internal, pe(static_cast<int>(member)), offset}, board.data(), words * sizeof board[0]);
    for (std::size_t word = 0; word < words; ++word) team_.fetched[word * members + member] = board[word];
  }
}

std::uint64_t TeamGroup::shared(int member, std::size_t word) const {
  const auto i = static_cast<std::size_t>(member);
  if (const comm::SyncSlot* there = team_.slots[i]) return there->board[team_.shares % 2][word];
  return team_.fetched[word * static_cast<std::size_t>(size()) + i];
}

}  // namespace isthmus::collectives
