// The Group of a team, whose sync state is in the team's sync slots.
#pragma once
#include <cstddef>
#include <optional>

#include "collectives/group/group.hpp"
#include "collectives/group/round.hpp"
#include "comm/team.hpp"

namespace isthmus::collectives {

class TeamGroup final : public Group {
 public:
  explicit TeamGroup(comm::Team& team) : Group(team.pes, team.me, !team.wire, &team), team_(team) {}
  void sync() override;
  /// Shares at most comm::kSharedWords words.
  void share(std::span<const std::uint64_t> words) override;
  using Group::share;
  void fold(std::span<std::uint64_t> words, Fold how) override;
  std::uint64_t shared(int member, std::size_t word) const override;

 private:
  void share_over_wire(std::span<const std::uint64_t> words);

  comm::Team& team_;
  std::optional<Round> shown_;  ///< the round in which words were last shared, if all members are on this node
  std::size_t words_ = 0;       ///< how many words each member shared last, otherwise
};

}  // namespace isthmus::collectives
