// Team handles: a handle is one of three constants, or the address of a team that the program has made.
#pragma once
#include <shmem.h>

#include "base/error.hpp"
#include "runtime/world.hpp"

namespace isthmus::api {

/// The team of a handle; null for SHMEM_TEAM_INVALID. Under SHMEM_CHECK a handle that is no team of this job ends the
/// job.
inline comm::Team* find_team(const char* call, shmem_team_t handle) {
  runtime::Job& job = runtime::job(call);
  if (handle == SHMEM_TEAM_INVALID) return nullptr;
  if (handle == SHMEM_TEAM_WORLD) return job.world.get();
  if (handle == SHMEM_TEAM_SHARED) return job.shared.get();
  auto* team = reinterpret_cast<comm::Team*>(handle);
  if (!job.settings.check || job.teams.knows(team)) return team;
  base::fatal(call, "the team does not exist; it was destroyed, or never made by shmem_team_split_*");
}

/// The team of a handle, for calls that need one: SHMEM_TEAM_INVALID ends the job.
inline comm::Team& team_of(const char* call, shmem_team_t handle) {
  if (comm::Team* team = find_team(call, handle)) return *team;
  base::fatal(call, "the team is SHMEM_TEAM_INVALID; only members of a team may call");
}

inline shmem_team_t handle_of(comm::Team* team) {
  if (team->slot == comm::kWorldSlot) return SHMEM_TEAM_WORLD;
  if (team->slot == comm::kSharedSlot) return SHMEM_TEAM_SHARED;
  return reinterpret_cast<shmem_team_t>(team);
}

}  // namespace isthmus::api
