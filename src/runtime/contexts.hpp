// Making and destroying contexts. Local. A destroyed context stays as an empty one, so that a handle that outlives it
// is reported instead of followed into freed memory.
#pragma once
#include "runtime/world.hpp"

namespace isthmus::runtime {

/// `one_thread`: the program promises to use it from one thread at a time.
comm::Context* create_context(Job& job, comm::Team& team, bool one_thread);
comm::Context make_context(Job& job, comm::Team& team, ofi::Endpoint* endpoint, bool one_thread);
void destroy_context(comm::Context& context);
/// All contexts of a team that still exist.
void destroy_contexts(comm::Team& team);

/// From now on buffers may be device memory, in every context that there is.
void expect_devices(Job& job);

/// A handle as the address of its context: one addition (see World).
inline comm::Context* context_at(const void* handle) {
  return reinterpret_cast<comm::Context*>(reinterpret_cast<std::uintptr_t>(&world.invalid) +
                                          reinterpret_cast<std::uintptr_t>(handle));
}
inline void* handle_of(const comm::Context* context) {
  return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(context) -
                                 reinterpret_cast<std::uintptr_t>(&world.invalid));
}

}  // namespace isthmus::runtime
