// Creates and destroys contexts; all functions are local. The memory of a destroyed context is kept and marked, so that
// the use of a stale handle is reported and does not access freed memory.
#pragma once
#include "runtime/world.hpp"

namespace isthmus::runtime {

// Both throw base::SetupError if there is no address space for the team's table of peers.
comm::Context* create_context(Job& job, comm::Team& team);
comm::Context make_context(Job& job, comm::Team& team, ofi::Endpoint* endpoint);
void destroy_context(comm::Context& context);
/// Destroys the contexts of a team that the program has not destroyed.
void destroy_contexts(comm::Team& team);

/// Makes every existing context check from now on whether buffers are in device memory.
void expect_devices(Job& job);

/// Converts a handle to the address of its context, by one addition (see World).
inline comm::Context* context_at(const void* handle) {
  return reinterpret_cast<comm::Context*>(reinterpret_cast<std::uintptr_t>(&world.invalid) +
                                          reinterpret_cast<std::uintptr_t>(handle));
}
inline void* handle_of(const comm::Context* context) {
  return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(context) -
                                 reinterpret_cast<std::uintptr_t>(&world.invalid));
}

}  // namespace isthmus::runtime
