// Ordering and completion. Operations on mapped memory are plain loads and stores, so what is left to do is to order
// them for the other cores; what is on the wire is the endpoint's account, which has copies by devices in it where there
// is an endpoint.
#pragma once
#include <atomic>

#include "comm/context.hpp"
#include "memkind/copies.hpp"

namespace isthmus::ops {

/// What was put before is seen before what is put after.
[[gnu::always_inline]] inline void fence(const comm::Context& context) {
  std::atomic_thread_fence(std::memory_order_release);
  if (ofi::Endpoint* endpoint = context.endpoint()) {
    if (!endpoint->idle()) [[unlikely]]
      endpoint->fence();
  } else if (memkind::copies_begun.load(std::memory_order_acquire)) [[unlikely]] {
    memkind::finish_copies();
  }
}

/// What was put before is seen by everybody before this PE reads anything after: a full fence, not only a release.
[[gnu::always_inline]] inline void quiet(const comm::Context& context) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (ofi::Endpoint* endpoint = context.endpoint()) {
    if (!endpoint->idle()) [[unlikely]]
      endpoint->quiet();
  } else if (memkind::copies_begun.load(std::memory_order_acquire)) [[unlikely]] {
    memkind::finish_copies();
  }
}

}  // namespace isthmus::ops
