// What the calls that make and destroy teams have in common: their configuration and the check of their arguments.
#pragma once
#include <cstdint>

#include "api/team_handle.hpp"
#include "base/wait.hpp"
#include "collectives/group/call.hpp"
#include "collectives/group/team_group.hpp"
#include "device/calls.hpp"

namespace isthmus::api {

/// The number of contexts in `config`, if `mask` selects it, else 0.
inline int wanted_contexts(const char* call, const shmem_team_config_t* config, long mask) {
  if (runtime::world.context.checks() && mask != 0 && !config)
    base::fatal(call, "config is null, but the mask selects fields of it; pass one, or mask 0");
  return config && (mask & SHMEM_TEAM_NUM_CONTEXTS) ? config->num_contexts : 0;
}

/// To be called at the beginning of a collective. Under SHMEM_CHECK it ends the job unless all PEs of the team make the
/// same call with the same numbers.
template <class... Numbers>
void match(const char* call, comm::Team& team, Numbers... numbers) {
  base::must_be_outside_handlers(call);
  if (!runtime::world.context.checks()) return;
  collectives::TeamGroup group(team);
  collectives::Call{call, group, runtime::world.context}.match({static_cast<std::uint64_t>(numbers)...});
}

/// The handle of a team that was just made, which device code may use from now on.
inline shmem_team_t new_handle(comm::Team* team) {
  const shmem_team_t handle = handle_of(team);
  device::team_made(reinterpret_cast<std::uint64_t>(handle), *team);
  return handle;
}

}  // namespace isthmus::api
