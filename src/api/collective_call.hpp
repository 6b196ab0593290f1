// From the arguments of an API function to a collectives::Call.
#pragma once
#include "api/team_handle.hpp"
#include "collectives/active_set.hpp"
#include "collectives/call.hpp"
#include "collectives/team_group.hpp"

namespace isthmus::api {

template <class Body>
void on_team(const char* name, shmem_team_t handle, Body&& body) {
  collectives::TeamGroup group(team_of(name, handle));
  body(collectives::Call{name, group, runtime::world.context});
}

/// PE_start, logPE_stride, PE_size and pSync of the deprecated interface.
struct ActiveSetArguments {
  int start, log_stride, size;
  long* psync;
};

template <class Body>
void on_active_set(const char* name, const ActiveSetArguments& set, Body&& body) {
  runtime::job(name);  // or the end, before the arguments are judged
  const comm::PeSet pes = collectives::active_pes(name, runtime::world.my_pe, runtime::world.n_pes, set.start,
                                                  set.log_stride, set.size);
  collectives::ActiveSet group(name, runtime::world.context, pes, runtime::world.my_pe, set.psync);
  body(collectives::Call{name, group, runtime::world.context});
}

}  // namespace isthmus::api
