// Makes a collectives::Call from the arguments of an API function, and runs `body` with it.
#pragma once
#include "api/team_handle.hpp"
#include "base/wait.hpp"
#include "collectives/group/active_set.hpp"
#include "collectives/group/call.hpp"
#include "collectives/group/team_group.hpp"

namespace isthmus::api {

template <class Body>
void on_team(const char* name, shmem_team_t handle, Body&& body) {
  base::must_be_outside_handlers(name);
  collectives::TeamGroup group(team_of(name, handle));
  body(collectives::Call{name, group, runtime::world.context});
}

/// For the deprecated interface: uses the set's team if it has one, else pSync.
template <class Body>
void on_active_set(const char* name, const runtime::ActiveSetArguments& set, Body&& body) {
  base::must_be_outside_handlers(name);
  runtime::Job& job = runtime::job(name);  // ends the program before shmem_init; checked before the arguments
  const comm::Context& world = runtime::world.context;
  if (comm::Team* team = job.active_sets.team(name, set, job, runtime::world.my_pe)) [[likely]] {
    collectives::TeamGroup group(*team);
    return body(collectives::Call{name, group, world});
  }
  const comm::PeSet pes = runtime::active_pes(name, set);
  collectives::ActiveSet group(name, world, pes, runtime::world.my_pe, set.psync);
  body(collectives::Call{name, group, world});
}

}  // namespace isthmus::api
