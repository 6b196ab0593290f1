// A team as a group.
#pragma once
#include "collectives/group.hpp"
#include "comm/team.hpp"

namespace isthmus::collectives {

class TeamGroup final : public Group {
 public:
  explicit TeamGroup(comm::Team& team) : Group(team.pes, team.me, !team.wire), team_(team) {}
  void sync() override;
  void share(std::span<const std::uint64_t> words) override;
  using Group::share;
  std::uint64_t shared(int member, std::size_t word) const override;

 private:
  void fetch(std::size_t words);

  comm::Team& team_;
};

}  // namespace isthmus::collectives
