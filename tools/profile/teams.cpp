#include "teams.hpp"

#include <dlfcn.h>

#include <deque>
#include <map>
#include <mutex>
#include <numeric>

#include "functions.hpp"
#include "job.hpp"

namespace isthmus::profile::teams {

bool has_contexts = false;

namespace {

constexpr std::size_t kMostTeams = 1024;  // the rest counts as one team whose members are not known

std::mutex mutex;
// Never destroyed: a PE may finalize in a handler of exit.
auto& met = *new std::deque<Team>;
auto& by_handle = *new std::map<shmem_team_t, Team*>;
auto& by_set = *new std::map<std::vector<int>, Team*>;
auto& times_met = *new std::map<std::vector<int>, std::uint64_t>;
auto& members_of_context = *new std::map<shmem_ctx_t, std::vector<int>>;

bool is_isthmus() { return job::library_name().starts_with(SHMEM_VENDOR_STRING); }

std::uint64_t hash(const std::vector<int>& members, std::uint64_t turn) {
  std::uint64_t value = 14695981039346656037ULL + turn;  // FNV-1a, by number
  for (const int member : members) value = (value ^ static_cast<std::uint64_t>(member)) * 1099511628211ULL;
  return value;
}

std::string describe(const std::vector<int>& members) {
  if (static_cast<int>(members.size()) == job::n_pes()) return "world";
  std::string label = "PEs ";
  for (std::size_t i = 0; i < members.size() && i < 8; ++i) label += (i ? "," : "") + std::to_string(members[i]);
  return members.size() > 8 ? label + ",.. (" + std::to_string(members.size()) + ")" : label;
}

/// A new team of these members, or the one for all that have no place. The lock is held.
Team* add(const std::vector<int>& members) {
  if (met.size() >= kMostTeams) return &met.back();
  const bool is_last = met.size() + 1 == kMostTeams;
  Team team;
  team.key = is_last ? 0 : hash(members, times_met[members]++);
  team.number = static_cast<std::uint32_t>(met.size());
  team.size = is_last ? 0 : static_cast<int>(members.size());  // no barrier of several teams is complete
  for (std::size_t i = 0; i < members.size(); ++i)
    if (members[i] == job::my_pe()) team.rank = static_cast<int>(i);
  team.label = is_last ? "other teams" : describe(members);
  met.push_back(std::move(team));
  return &met.back();
}

/// The library's SHMEM_TEAM_WORLD: a constant of Isthmus', a variable in other libraries. Null if it cannot be found.
shmem_team_t world_handle() {
  static const shmem_team_t handle = [] {
    if (is_isthmus()) return SHMEM_TEAM_WORLD;
    void* const variable = dlsym(RTLD_DEFAULT, "SHMEM_TEAM_WORLD");
    return variable ? *static_cast<shmem_team_t*>(variable) : nullptr;
  }();
  return handle;
}

/// The members as PEs of the world. Where the library does not tell, they are -1.
std::vector<int> members_of(shmem_team_t handle) {
  const int size = library<int(shmem_team_t)>(f_shmem_team_n_pes)(handle);
  std::vector<int> members(static_cast<std::size_t>(size > 0 ? size : 0), -1);
  if (!world_handle()) return members;
  for (int i = 0; i < size; ++i)
    members[static_cast<std::size_t>(i)] =
        library<int(shmem_team_t, int, shmem_team_t)>(f_shmem_team_translate_pe)(handle, i, world_handle());
  return members;
}

/// The lock is held.
Team* of_members(const std::vector<int>& members) {
  Team*& team = by_set[members];
  if (!team) team = add(members);
  return team;
}

}  // namespace

Team* all() {
  static Team* const world = [] {
    const std::lock_guard lock(mutex);
    std::vector<int> members(static_cast<std::size_t>(job::n_pes()));
    std::iota(members.begin(), members.end(), 0);
    return of_members(members);
  }();
  return world;
}

Team* of(shmem_team_t handle) {
  if (handle && handle == world_handle()) return all();
  const std::lock_guard lock(mutex);
  Team*& team = by_handle[handle];
  if (!team) team = add(members_of(handle));
  return team;
}

Team* of_active_set(int start, int log_stride, int size) {
  std::vector<int> members;
  for (int i = 0; i < size; ++i) members.push_back(start + (i << log_stride));
  const std::lock_guard lock(mutex);
  return of_members(members);
}

void gone(shmem_team_t handle) {
  const std::lock_guard lock(mutex);
  by_handle.erase(handle);
}

void forget_handles() {
  const std::lock_guard lock(mutex);
  by_handle.clear();
  members_of_context.clear();
  for (Team& team : met) team.meetings = 0;
}

std::vector<Team*> list() {
  const std::lock_guard lock(mutex);
  std::vector<Team*> listed;
  for (Team& team : met) listed.push_back(&team);
  return listed;
}

void context_made(shmem_team_t team, shmem_ctx_t context) {
  std::vector<int> members = members_of(team);
  const std::lock_guard lock(mutex);
  members_of_context[context] = std::move(members);
  has_contexts = true;
}

void context_gone(shmem_ctx_t context) {
  if (!has_contexts) return;
  const std::lock_guard lock(mutex);
  members_of_context.erase(context);
}

int translated(shmem_ctx_t context, int pe) {
  const std::lock_guard lock(mutex);
  const auto found = members_of_context.find(context);
  if (found == members_of_context.end()) return pe;
  return static_cast<std::size_t>(pe) < found->second.size() ? found->second[static_cast<std::size_t>(pe)] : -1;
}

}  // namespace isthmus::profile::teams
