// Teams.
#include <algorithm>

#include "api/stamp.hpp"
#include "api/team_call.hpp"
#include "runtime/split.hpp"
#include "runtime/teams.hpp"

using namespace isthmus;
using api::match;
using api::wanted_contexts;
using runtime::world;

namespace {

/// Whether start + i * stride, for all i < size, are members of a team of n PEs.
bool inside(int start, int stride, int size, int n) {
  if (size < 1 || start < 0 || start >= n || (stride == 0 && size > 1)) return false;
  const long last = start + (static_cast<long>(size) - 1) * stride;
  return last >= 0 && last < n;
}

}  // namespace

API(int, shmem_team_my_pe, (shmem_team_t team)) {
  const comm::Team* found = api::find_team("shmem_team_my_pe", team);
  return found ? found->me : -1;
}

API(int, shmem_team_n_pes, (shmem_team_t team)) {
  const comm::Team* found = api::find_team("shmem_team_n_pes", team);
  return found ? found->pes.size() : -1;
}

API(int, shmem_team_get_config, (shmem_team_t team, long config_mask, shmem_team_config_t* config)) {
  const comm::Team* found = api::find_team("shmem_team_get_config", team);
  if (!found) return 1;
  if (world.context.checks() && config_mask != 0 && !config)
    base::fatal("shmem_team_get_config", "config is null, but the mask selects fields of it; pass one, or mask 0");
  if (config_mask & SHMEM_TEAM_NUM_CONTEXTS) config->num_contexts = found->num_contexts;
  return 0;
}

API(int, shmem_team_translate_pe, (shmem_team_t src_team, int src_pe, shmem_team_t dest_team)) {
  const comm::Team* from = api::find_team("shmem_team_translate_pe", src_team);
  const comm::Team* to = api::find_team("shmem_team_translate_pe", dest_team);
  if (!from || !to || src_pe < 0 || src_pe >= from->pes.size()) return -1;
  return to->pes.find(from->pes.pe(src_pe));
}

API(void*, shmem_team_ptr, (shmem_team_t team, const void* dest, int pe)) {
  const comm::Team* found = api::find_team("shmem_team_ptr", team);
  if (!found || pe < 0 || pe >= found->pes.size()) return nullptr;
  return world.context.find(dest, found->pes.pe(pe));
}

API(int, shmem_team_split_strided, (shmem_team_t parent_team, int start, int stride, int size,
                                    const shmem_team_config_t* config, long config_mask, shmem_team_t* new_team)) {
  runtime::Job& job = runtime::job("shmem_team_split_strided");
  *new_team = SHMEM_TEAM_INVALID;
  comm::Team* parent = api::find_team("shmem_team_split_strided", parent_team);
  if (!parent) return 1;
  const int contexts = wanted_contexts("shmem_team_split_strided", config, config_mask);
  match("shmem_team_split_strided", *parent, start, stride, size);
  // Every PE must pass the same triplet, so an invalid one fails on every PE, without communication.
  if (!inside(start, stride, size, parent->pes.size())) return 1;
  runtime::Split split(job, *parent);
  if (!split.agree(1)) return 1;
  if (comm::PeSet(start, stride, size).find(parent->me) >= 0)
    *new_team = api::new_handle(split.make(0, parent->pes.subset(start, stride, size), contexts));
  return 0;
}

API(int, shmem_team_split_2d, (shmem_team_t parent_team, int xrange, const shmem_team_config_t* xaxis_config,
                               long xaxis_mask, shmem_team_t* xaxis_team, const shmem_team_config_t* yaxis_config,
                               long yaxis_mask, shmem_team_t* yaxis_team)) {
  runtime::Job& job = runtime::job("shmem_team_split_2d");
  *xaxis_team = *yaxis_team = SHMEM_TEAM_INVALID;
  comm::Team* parent = api::find_team("shmem_team_split_2d", parent_team);
  if (!parent) return 1;
  const int x_contexts = wanted_contexts("shmem_team_split_2d", xaxis_config, xaxis_mask);
  const int y_contexts = wanted_contexts("shmem_team_split_2d", yaxis_config, yaxis_mask);
  match("shmem_team_split_2d", *parent, xrange);
  if (xrange < 1) return 1;
  const int n = parent->pes.size();
  const int width = std::min(xrange, n);
  const int x = parent->me % width, y = parent->me / width;
  const int row = std::min(width, n - y * width);      // the last row may be short
  const int column = (n - x + width - 1) / width;      // a column beyond its end is one PE shorter
  runtime::Split split(job, *parent);
  if (!split.agree(2)) return 1;
  *xaxis_team = api::new_handle(split.make(0, parent->pes.subset(y * width, 1, row), x_contexts));
  *yaxis_team = api::new_handle(split.make(1, parent->pes.subset(x, width, column), y_contexts));
  return 0;
}

API(void, shmem_team_destroy, (shmem_team_t team)) {
  comm::Team* found = api::find_team("shmem_team_destroy", team);
  if (!found) return;
  if (found->slot < comm::kFirstFreeSlot)
    base::fatal("shmem_team_destroy", "SHMEM_TEAM_WORLD and SHMEM_TEAM_SHARED cannot be destroyed; leave them alone");
  match("shmem_team_destroy", *found);
  device::team_ends(reinterpret_cast<std::uint64_t>(team));
  runtime::destroy_team(runtime::job("shmem_team_destroy"), *found);
}
