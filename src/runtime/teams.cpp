#include "runtime/teams.hpp"

#include <algorithm>
#include <unordered_map>

#include "collectives/barrier/barrier.hpp"
#include "runtime/contexts.hpp"

namespace isthmus::runtime {
namespace {

/// Most teams have at most this many members on this node; the vector of a larger team grows as needed.
constexpr int kUsualNeighbours = 16;

std::unique_ptr<comm::Nodes> sort_by_node(const std::vector<int>& node_of_pe, const comm::PeSet& pes, int me) {
  auto nodes = std::make_unique<comm::Nodes>();
  std::unordered_map<int, int> numbers;
  for (int member = 0; member < pes.size(); ++member) {
    const int node =
        numbers.try_emplace(node_of_pe[static_cast<std::size_t>(pes.pe(member))], nodes->count()).first->second;
    if (node == nodes->count()) nodes->members.emplace_back();
    std::vector<int>& there = nodes->members[static_cast<std::size_t>(node)];
    nodes->in_order = nodes->in_order && (there.empty() || there.back() == member - 1);
    nodes->node_of.push_back(node);
    nodes->place_of.push_back(static_cast<int>(there.size()));
    there.push_back(member);
  }
  nodes->mine = nodes->node_of[static_cast<std::size_t>(me)];
  nodes->place = nodes->place_of[static_cast<std::size_t>(me)];
  const auto [least, most] = std::minmax_element(nodes->members.begin(), nodes->members.end(),
                                                 [](const auto& a, const auto& b) { return a.size() < b.size(); });
  nodes->leaders = static_cast<int>(least->size());
  nodes->largest = static_cast<int>(most->size());
  return nodes;
}

}  // namespace

void set_up(comm::Team& team, const Job& job, comm::PeSet pes, int my_pe, int slot, comm::Lane lane) {
  team.me = pes.find(my_pe);
  team.slot = slot;
  team.node.slots.reserve(static_cast<std::size_t>(std::min(pes.size(), kUsualNeighbours)));
  for (int i = 0; i < pes.size(); ++i) {
    if (i == team.me) team.node.me = team.node.size();
    if (const std::uintptr_t there = job.memory->internal().mapped(pes.pe(i)))
      team.node.slots.push_back(reinterpret_cast<comm::SyncSlot*>(there) + slot * comm::kLanes +
                                static_cast<int>(lane));
    else
      team.wire = &world.context;
  }
  if (team.wire) team.nodes = sort_by_node(job.node_of, pes, team.me);
  team.node.team = {slot, pes.pe(0), pes.stride(), pes.size()};
  team.node.pes = pes.list();
  team.pes = std::move(pes);
}

std::unique_ptr<comm::Team> make_team(const Job& job, comm::PeSet pes, int my_pe, int slot, comm::Lane lane) {
  auto team = std::make_unique<comm::Team>();
  set_up(*team, job, std::move(pes), my_pe, slot, lane);
  return team;
}

void destroy_team(Job& job, comm::Team& team) {
  const bool had_background = job.backgrounds.end(team);
  destroy_contexts(team);
  collectives::last_sync(team);
  // After last_sync() no member writes to this slot any more. It must be cleaned before it is released: then other PEs
  // may agree on it with this PE, and write to it before this PE has seen the result.
  const int slot = team.slot;
  job.memory->team_heap().free_all(slot);
  comm::SyncSlot* mine = team.node.slots[static_cast<std::size_t>(team.node.me)];
  mine[static_cast<int>(comm::Lane::foreground)].clean();
  if (had_background) mine[static_cast<int>(comm::Lane::background)].clean();
  if (world.end_device_calls) job.memory->clean_area(slot);
  job.teams.remove(slot);
  job.teams.slots().release(slot);
}

void destroy_all_teams(Job& job) {
  for (int slot = comm::kFirstFreeSlot; slot < comm::kTeamSlots; ++slot)
    if (comm::Team* team = job.teams.at(slot)) {
      destroy_contexts(*team);
      job.teams.remove(slot);
    }
  destroy_contexts(*job.shared);
  destroy_contexts(*job.world);
}

}  // namespace isthmus::runtime
