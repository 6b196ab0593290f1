#include "collectives/team_group.hpp"

#include <algorithm>

#include "collectives/barrier/barrier.hpp"

namespace isthmus::collectives {

void TeamGroup::sync() { collectives::sync(team_); }

void TeamGroup::share(std::span<const std::uint64_t> words) {
  auto& board = team_.slots[static_cast<std::size_t>(team_.me)]->board[++team_.shares % 2];
  std::copy(words.begin(), words.end(), board.begin());
  sync();
}

std::uint64_t TeamGroup::shared(int member, std::size_t word) const {
  return team_.slots[static_cast<std::size_t>(member)]->board[team_.shares % 2][word];
}

}  // namespace isthmus::collectives
