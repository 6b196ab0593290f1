#include "runtime/teams.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/log.hpp"
#include "collectives/barrier/barrier.hpp"
#include "collectives/team_group.hpp"
#include "runtime/contexts.hpp"

namespace isthmus::runtime {
namespace {

/// The `n` lowest slots that are free on every member of the parent; fewer when there are not that many.
std::vector<int> common_slots(collectives::TeamGroup& parent, const TeamPool::Mask& mine, std::size_t n) {
  parent.share(std::span(mine).first(comm::kSharedWords));
  std::vector<int> slots;
  for (std::size_t w = 0; w < mine.size() && slots.size() < n; ++w) {
    std::uint64_t free = ~std::uint64_t{0};
    for (int member = 0; member < parent.size(); ++member) free &= parent.shared(member, w);
    for (; free && slots.size() < n; free &= free - 1)
      slots.push_back(static_cast<int>(w * 64) + std::countr_zero(free));
  }
  return slots;
}

/// Takes the slots here and learns whether everybody could: a thread that makes another team at the same time may have
/// been quicker on some PE.
bool claim_everywhere(Job& job, collectives::TeamGroup& parent, const std::vector<int>& slots) {
  std::vector<int> claimed;
  for (const int slot : slots)
    if (job.teams.claim(slot)) claimed.push_back(slot);
  // The slots are mine now and nothing comes for the team that had them (see last_sync), so they can be made clean for
  // the next: its members write here only when they have seen that everybody claimed.
  if (claimed.size() == slots.size()) {
    auto* mine = reinterpret_cast<comm::SyncSlot*>(job.memory->internal().base);
    for (const int slot : slots)
      for (int lane = 0; lane < comm::kLanes; ++lane) mine[slot * comm::kLanes + lane].clean();
  }
  parent.share(claimed.size() == slots.size());
  bool all = true;
  for (int member = 0; member < parent.size(); ++member) all = all && parent.shared(member, 0) != 0;
  if (!all)
    for (const int slot : claimed) job.teams.release(slot);
  return all;
}

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

std::unique_ptr<comm::Team> make_team(const Job& job, comm::PeSet pes, int my_pe, int slot, comm::Lane lane) {
  auto team = std::make_unique<comm::Team>();
  team->me = pes.find(my_pe);
  team->slot = slot;
  for (int i = 0; i < pes.size(); ++i) {
    if (i == team->me) team->node.me = team->node.size();
    if (const std::uintptr_t there = job.memory->internal().mapped(pes.pe(i)))
      team->node.slots.push_back(reinterpret_cast<comm::SyncSlot*>(there) + slot * comm::kLanes + static_cast<int>(lane));
    else
      team->wire = &world.context;
  }
  if (team->wire) team->nodes = sort_by_node(job.node_of, pes, team->me);
  team->pes = std::move(pes);
  return team;
}

bool split(Job& job, comm::Team& parent, const std::vector<Wanted>& wanted, std::vector<comm::Team*>& made) {
  collectives::TeamGroup group(parent);
  made.assign(wanted.size(), nullptr);
  std::vector<int> slots;
  do {
    slots = common_slots(group, job.teams.free_slots(), wanted.size());
    if (slots.size() < wanted.size()) {
      base::say("no sync state left for another team; destroy teams that are no longer needed");
      return false;
    }
  } while (!claim_everywhere(job, group, slots));
  const int my_pe = parent.pes.pe(parent.me);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!wanted[i].pes) {
      job.teams.release(slots[i]);
      continue;
    }
    auto team = make_team(job, *wanted[i].pes, my_pe, slots[i]);
    team->num_contexts = wanted[i].num_contexts;
    made[i] = job.teams.add(std::move(team));
  }
  return true;
}

void destroy_team(Job& job, comm::Team& team) {
  job.backgrounds.end(team);
  destroy_contexts(team);
  collectives::last_sync(team);
  job.teams.release(team.slot);
  job.teams.remove(&team);
}

void destroy_all_teams(Job& job) {
  while (comm::Team* team = job.teams.any()) {
    destroy_contexts(*team);
    job.teams.remove(team);
  }
  destroy_contexts(*job.shared);
  destroy_contexts(*job.world);
}

}  // namespace isthmus::runtime
