// Extensions that make teams which no (start, stride, size) triplet describes: by color, from a list, of node leaders.
#include <algorithm>

#include "api/stamp.hpp"
#include "api/team_call.hpp"
#include "base/log.hpp"
#include "runtime/split.hpp"

using namespace isthmus;
using api::match;
using runtime::world;

namespace {

/// Converts PE numbers in the parent to numbers in SHMEM_TEAM_WORLD.
comm::PeSet world_pes(const comm::Team& parent, std::vector<int> members) {
  for (int& member : members) member = parent.pes.pe(member);
  return comm::PeSet(std::move(members));
}

/// Describes what is wrong with a list of PEs of the parent; empty when it is valid.
std::string fault(const int* pes, int n, int parent_size) {
  if (n < 1 || !pes) return "the list is empty; name at least one PE";
  if (n > parent_size)
    return base::text("the list has %d PEs, the parent team only %d; name each PE once", n, parent_size);
  std::vector<int> sorted(pes, pes + n);
  std::sort(sorted.begin(), sorted.end());
  if (sorted.front() < 0 || sorted.back() >= parent_size)
    return base::text("PE %d is not in the parent team, which has PEs 0 to %d",
                      sorted.front() < 0 ? sorted.front() : sorted.back(), parent_size - 1);
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  return twice == sorted.end() ? "" : base::text("PE %d is in the list twice; name each PE once", *twice);
}

/// A hash of the list, by which match() compares the lists of all PEs.
std::uint64_t digest(const int* pes, int n) {
  std::uint64_t hash = static_cast<std::uint64_t>(n);
  for (int i = 0; pes && i < n; ++i) hash = (hash ^ static_cast<std::uint32_t>(pes[i])) * 0x100000001b3ULL;
  return hash;
}

// Pack a color and a key into the one word that Split::share() shares, and unpack them.
std::uint64_t pack(int color, int key) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(color)) << 32 | static_cast<std::uint32_t>(key);
}
int color_of(std::uint64_t word) { return static_cast<int>(static_cast<std::uint32_t>(word >> 32)); }
int key_of(std::uint64_t word) { return static_cast<int>(static_cast<std::uint32_t>(word)); }

/// Whether this PE is the lowest member of the team on its node.
bool leads_node(const runtime::Job& job, const comm::Team& team) {
  for (int member = 0; member < team.me; ++member)
    if (job.memory->internal().mapped(team.pes.pe(member))) return false;
  return true;
}

}  // namespace

EXTENSION(int, shmemx_team_split_color,
          (shmem_team_t parent_team, int color, int key, const shmem_team_config_t* config, long config_mask,
           shmem_team_t* new_team)) {
  constexpr const char* call = "shmemx_team_split_color";
  runtime::Job& job = runtime::job(call);
  *new_team = SHMEM_TEAM_INVALID;
  comm::Team* parent = api::find_team(call, parent_team);
  if (!parent) return 1;
  const int contexts = api::wanted_contexts(call, config, config_mask);
  match(call, *parent);
  // Teams of different colors have no PE in common, so all of them can use the same slot.
  runtime::Split split(job, *parent);
  const std::vector<std::uint64_t> words = split.share(pack(color, key));
  if (!split.agree(1)) return 1;
  if (color < 0) return 0;
  const auto word = [&](int member) { return words[static_cast<std::size_t>(member)]; };
  std::vector<int> members;
  for (int member = 0; member < parent->pes.size(); ++member)
    if (color_of(word(member)) == color) members.push_back(member);
  std::stable_sort(members.begin(), members.end(), [&](int a, int b) { return key_of(word(a)) < key_of(word(b)); });
  *new_team = api::new_handle(split.make(0, world_pes(*parent, std::move(members)), contexts));
  return 0;
}

EXTENSION(int, shmemx_team_from_set,
          (shmem_team_t parent_team, const int* pes, int n, const shmem_team_config_t* config, long config_mask,
           shmem_team_t* new_team)) {
  constexpr const char* call = "shmemx_team_from_set";
  runtime::Job& job = runtime::job(call);
  *new_team = SHMEM_TEAM_INVALID;
  comm::Team* parent = api::find_team(call, parent_team);
  if (!parent) return 1;
  const int contexts = api::wanted_contexts(call, config, config_mask);
  match(call, *parent, world.context.checks() ? digest(pes, n) : 0);
  // Every PE must pass the same list, so an invalid one fails on every PE, without communication.
  if (const std::string wrong = fault(pes, n, parent->pes.size()); !wrong.empty()) {
    if (world.context.checks() && parent->me == 0) base::say(base::text("%s: %s", call, wrong.c_str()));
    return 1;
  }
  runtime::Split split(job, *parent);
  if (!split.agree(1)) return 1;
  if (std::find(pes, pes + n, parent->me) != pes + n)
    *new_team = api::new_handle(split.make(0, world_pes(*parent, std::vector<int>(pes, pes + n)), contexts));
  return 0;
}

EXTENSION(int, shmemx_team_node_leaders,
          (shmem_team_t parent_team, const shmem_team_config_t* config, long config_mask, shmem_team_t* new_team)) {
  constexpr const char* call = "shmemx_team_node_leaders";
  runtime::Job& job = runtime::job(call);
  *new_team = SHMEM_TEAM_INVALID;
  comm::Team* parent = api::find_team(call, parent_team);
  if (!parent) return 1;
  const int contexts = api::wanted_contexts(call, config, config_mask);
  match(call, *parent);
  const bool leader = leads_node(job, *parent);
  runtime::Split split(job, *parent);
  const std::vector<std::uint64_t> leads = split.share(leader);
  if (!split.agree(1)) return 1;
  if (!leader) return 0;
  std::vector<int> members;
  for (int member = 0; member < parent->pes.size(); ++member)
    if (leads[static_cast<std::size_t>(member)]) members.push_back(member);
  *new_team = api::new_handle(split.make(0, world_pes(*parent, std::move(members)), contexts));
  return 0;
}
