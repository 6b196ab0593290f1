// Creation and destruction of teams, and the translation of ranks.
#include <gasnetex.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "fatal.hpp"
#include "job.hpp"

using namespace isthmus::gasnet;

namespace {

/// What this rank has counted teams to. A team's name, by which its collectives are told from those of other teams, is
/// the job rank of its first member and that member's count: so it is new, whatever teams other threads make meanwhile.
/// The primordial team's is 0.
std::atomic<std::uint32_t> teams_counted = 1;
std::uint64_t name_of(Rank first, std::uint32_t its_count) { return (std::uint64_t{first} << 32) | its_count; }

std::mutex teams_mutex;
std::vector<gex_TM_t> teams;  ///< all but the primordial one

/// The client must give scratch space, which these collectives do not use.
constexpr std::size_t kScratch = 4096;

/// What each member of the parent says; 0 in all places but its own.
struct Entry {
  std::uint32_t member;  ///< 1: it is in a new team
  std::int32_t color, key;
  std::uint32_t count;  ///< for the name of the team, if this member is its first
};

void merge(const void* theirs, void* ours, std::size_t count, const void*) {
  const auto* from = static_cast<const std::uint32_t*>(theirs);
  auto* into = static_cast<std::uint32_t*>(ours);
  for (std::size_t i = 0; i < count * sizeof(Entry) / sizeof *into; ++i) into[i] |= from[i];
}

/// What every member of the team says, by rank.
std::vector<Entry> gather(gex_TM_t team, const Entry& mine) {
  std::vector<Entry> entries(team->size, Entry{});
  entries[team->rank] = mine;
  gex_Event_Wait(gex_Coll_ReduceToAllNB(team, entries.data(), entries.data(), GEX_DT_USER, sizeof(Entry),
                                        entries.size(), GEX_OP_USER, merge, nullptr, 0));
  return entries;
}

gex_TM_t make_team(std::vector<Rank> jobranks, std::uint32_t first_count, gex_Flags_t flags) {
  auto team = std::make_unique<isthmus_gasnet_team>();
  team->own_jobranks = std::move(jobranks);
  for (const Rank r : team->own_jobranks) {
    team->own_deltas.push_back(job.deltas[r]);
    team->own_requests.push_back(primordial.requests[r]);
  }
  team->own_deltas.resize(team->own_deltas.size() + job.spare_entries(), kUnmapped);
  team->own_requests.resize(team->own_deltas.size());
  team->jobranks = team->own_jobranks.data();
  team->deltas = team->own_deltas.data();
  team->requests = team->own_requests.data();
  team->size = static_cast<Rank>(team->own_jobranks.size());
  team->rank = static_cast<Rank>(std::find(team->own_jobranks.begin(), team->own_jobranks.end(), job.rank) -
                                 team->own_jobranks.begin());
  team->flags = flags;
  team->name = name_of(team->own_jobranks.front(), first_count);
  const std::lock_guard lock(teams_mutex);
  teams.push_back(team.get());
  return team.release();
}

bool asks_size(gex_Flags_t flags) {
  return flags & (GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED | GEX_FLAG_TM_SCRATCH_SIZE_MIN);
}

}  // namespace

void isthmus::gasnet::refresh_teams() {
  const std::lock_guard lock(teams_mutex);
  for (const gex_TM_t team : teams)
    for (Rank r = 0; r < team->size; ++r) team->own_deltas[r] = job.deltas[team->jobranks[r]];
}

extern "C" {

size_t gex_TM_Split(gex_TM_t* new_tm_p, gex_TM_t parent, int color, int key, void* scratch_addr, size_t scratch_size,
                    gex_Flags_t flags) {
  if (asks_size(flags)) return new_tm_p ? kScratch : 0;
  if (!parent || is_pair(parent))
    fatal("gex_TM_Split", "the parent is invalid or a pair; pass a team of all that call it");
  const std::vector<Entry> entries = gather(parent, {new_tm_p != nullptr, color, key, teams_counted.fetch_add(1)});
  if (!new_tm_p) return 0;
  std::vector<Rank> members;
  for (Rank r = 0; r < parent->size; ++r)
    if (entries[r].member && entries[r].color == color) members.push_back(r);
  std::stable_sort(members.begin(), members.end(), [&](Rank a, Rank b) { return entries[a].key < entries[b].key; });
  const std::uint32_t first_count = entries[members.front()].count;
  for (Rank& r : members) r = parent->jobranks[r];
  *new_tm_p = make_team(std::move(members), first_count, 0);
  if (!(flags & GEX_FLAG_TM_NO_SCRATCH)) (*new_tm_p)->scratch = {scratch_addr, scratch_size};
  return 0;
}

size_t gex_TM_Create(gex_TM_t* new_tms, size_t num_new_tms, gex_TM_t parent, gex_EP_Location_t* args, size_t numargs,
                     gex_Addr_t* scratch_addrs, size_t scratch_size, gex_Flags_t flags) {
  constexpr const char* call = "gex_TM_Create";
  if (asks_size(flags)) return numargs > 0 ? kScratch : 0;
  const std::vector<Entry> entries = gather(parent, {numargs > 0, 0, 0, teams_counted.fetch_add(1)});
  if (numargs == 0) return 0;
  std::vector<Rank> members;
  for (std::size_t i = 0; i < numargs; ++i) {
    if (args[i].gex_ep_index != 0) fatal(call, "an endpoint is not primordial; teams are of primordial endpoints");
    const bool is_jobrank = flags & GEX_FLAG_RANK_IS_JOBRANK;
    const Rank rank = args[i].gex_rank;
    if (rank >= (is_jobrank ? job.size : parent->size)) fatal(call, text("rank %u is out of range", rank));
    members.push_back(is_jobrank ? rank : parent->jobranks[rank]);
  }
  const auto mine = std::find(members.begin(), members.end(), job.rank);
  if ((mine != members.end()) != (num_new_tms == 1))
    fatal(call, text("num_new_tms is %zu, but args names this process %s; make them agree", num_new_tms,
                     mine != members.end() ? "once" : "nowhere"));
  if (mine == members.end()) return 0;
  const std::size_t index = flags & GEX_FLAG_TM_GLOBAL_SCRATCH ? static_cast<std::size_t>(mine - members.begin()) : 0;
  const gex_Rank_t* const first = std::find(parent->jobranks, parent->jobranks + parent->size, members.front());
  if (first == parent->jobranks + parent->size)
    fatal(call, text("rank %u of the job is not in the parent team; name members of it", members.front()));
  const std::uint32_t first_count = entries[static_cast<std::size_t>(first - parent->jobranks)].count;
  const gex_TM_t team = new_tms[0] = make_team(std::move(members), first_count, 0);
  if (!(flags & GEX_FLAG_TM_NO_SCRATCH)) team->scratch = {scratch_addrs[index], scratch_size};
  if (flags & GEX_FLAG_TM_LOCAL_SCRATCH) gex_Coll_BarrierBlocking(team, 0);
  return 0;
}

int gex_TM_Destroy(gex_TM_t tm, gex_Memvec_t* scratch_p, gex_Flags_t flags) {
  if (tm == &primordial)
    fatal("gex_TM_Destroy", "the primordial team cannot be destroyed; destroy teams that you made");
  if (!(flags & GEX_FLAG_GLOBALLY_QUIESCED)) gex_Coll_BarrierBlocking(tm, 0);
  const gex_Memvec_t scratch = tm->scratch;
  {
    const std::lock_guard lock(teams_mutex);
    std::erase(teams, tm);
  }
  delete tm;
  if (!scratch.gex_addr || !scratch_p) return 0;
  *scratch_p = scratch;
  return 1;
}

gex_Rank_t gex_TM_TranslateRankToJobrank(gex_TM_t tm, gex_Rank_t rank) { return job_rank(tm, rank); }

gex_Rank_t gex_TM_TranslateJobrankToRank(gex_TM_t tm, gex_Rank_t jobrank) {
  if (is_pair(tm) || tm == &primordial) return jobrank < job.size ? jobrank : GEX_RANK_INVALID;
  const gex_Rank_t* const end = tm->jobranks + tm->size;
  const gex_Rank_t* const at = std::find(tm->jobranks, end, jobrank);
  return at == end ? GEX_RANK_INVALID : static_cast<gex_Rank_t>(at - tm->jobranks);
}

gex_EP_Location_t gex_TM_TranslateRankToEP(gex_TM_t tm, gex_Rank_t rank, gex_Flags_t) {
  return {job_rank(tm, rank), is_pair(tm) ? remote_index(tm) : 0};
}
}
