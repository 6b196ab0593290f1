// Ordering and completion. Operations on mapped memory are plain loads and stores, so what is left to do is to order
// them for the other cores; what is on the wire is the endpoint's account, which has copies by devices in it where there
// is an endpoint.
#pragma once
#include <atomic>

#include "base/wait.hpp"
#include "comm/context.hpp"
#include "memkind/copies.hpp"

namespace isthmus::ops {

/// Something is under way on the wire. `call` is what the program called.
[[gnu::noinline]] inline void fence_wire(ofi::Endpoint& endpoint, const char* call) {
  base::must_be_outside_handlers(call);
  endpoint.fence();
}
[[gnu::noinline]] inline void quiet_wire(ofi::Endpoint& endpoint, const char* call) {
  base::must_be_outside_handlers(call);
  endpoint.quiet();
}

/// What was put before is seen before what is put after.
[[gnu::always_inline]] inline void fence(const comm::Context& context, const char* call = "shmem_fence") {
  std::atomic_thread_fence(std::memory_order_release);
  if (ofi::Endpoint* endpoint = context.endpoint()) {
    if (!endpoint->idle()) [[unlikely]]
      fence_wire(*endpoint, call);
  } else if (memkind::copies_begun.load(std::memory_order_acquire)) [[unlikely]] {
    memkind::finish_copies();
  }
}

/// What was put before is seen by everybody before this PE reads anything after: a full fence, not only a release.
[[gnu::always_inline]] inline void quiet(const comm::Context& context, const char* call = "shmem_quiet") {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (ofi::Endpoint* endpoint = context.endpoint()) {
    if (!endpoint->idle()) [[unlikely]]
      quiet_wire(*endpoint, call);
  } else if (memkind::copies_begun.load(std::memory_order_acquire)) [[unlikely]] {
    memkind::finish_copies();
  }
}

}  // namespace isthmus::ops
