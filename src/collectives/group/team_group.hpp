// A team as a group.
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
  /// At most comm::kSharedWords.
  void share(std::span<const std::uint64_t> words) override;
  using Group::share;
  std::uint64_t shared(int member, std::size_t word) const override;

 private:
  void share_over_wire(std::span<const std::uint64_t> words);

  comm::Team& team_;
  std::optional<Round> shown_;  ///< in which words were shared last, on the node
  std::size_t words_ = 0;       ///< shared last by each, over the wire
};

}  // namespace isthmus::collectives
