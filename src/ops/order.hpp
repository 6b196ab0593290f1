// Ordering and completion. Operations on mapped memory are plain loads and stores, which only need a memory fence. The
// endpoint counts the outstanding operations on the wire; where there is an endpoint, it counts copies by devices, too,
// so that one test of idle() covers both.
#pragma once
#include <atomic>

#include "base/wait.hpp"
#include "comm/context.hpp"
#include "memkind/copies.hpp"

namespace isthmus::ops {

/// Out of line, for when operations are outstanding. `call` is the API function, for error messages.
[[gnu::noinline]] inline void fence_wire(ofi::Endpoint& endpoint, const char* call) {
  base::must_be_outside_handlers(call);
  endpoint.fence();
}
[[gnu::noinline]] inline void quiet_wire(ofi::Endpoint& endpoint, const char* call) {
  base::must_be_outside_handlers(call);
  endpoint.quiet();
}

/// Orders puts: to each PE, what was put before the fence is visible before what is put after it.
[[gnu::always_inline]] inline void fence(const comm::Context& context, const char* call = "shmem_fence") {
  std::atomic_thread_fence(std::memory_order_release);
  if (ofi::Endpoint* endpoint = context.endpoint()) {
    if (!endpoint->idle()) [[unlikely]]
      fence_wire(*endpoint, call);
  } else if (memkind::copies_begun.load(std::memory_order_acquire)) [[unlikely]] {
    memkind::finish_copies();
  }
}

/// Completes puts: what was put before is visible to every PE before this PE reads anything after. That takes a full
/// fence, not only a release.
[[gnu::always_inline]] inline void quiet(const comm::Context& context, const char* call = "shmem_quiet") {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (ofi::Endpoint* endpoint = context.endpoint()) {
    if (!endpoint->idle()) [[unlikely]]
      quiet_wire(*endpoint, call);
  } else if (memkind::copies_begun.load(std::memory_order_acquire)) [[unlikely]] {
    memkind::finish_copies();
  }
}

/// Whether quiet() would return at once. Where it would not, what it waits for has been begun; programs ask in a loop, so
/// each question drives progress.
inline bool test_quiet(const comm::Context& context, const char* call) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (ofi::Endpoint* endpoint = context.endpoint(); endpoint && !endpoint->idle()) {
    base::must_be_outside_handlers(call);
    const bool done = endpoint->test_quiet();
    if (!done) base::after_failed_test();
    return done;
  }
  if (!context.endpoint() && memkind::copies_begun.load(std::memory_order_acquire)) memkind::finish_copies();
  return true;
}

}  // namespace isthmus::ops
