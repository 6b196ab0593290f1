// Posting an operation to a provider that may have no room for it now.
#pragma once
#include "base/wait.hpp"
#include "transport/ofi/counter.hpp"

namespace isthmus::ofi {

/// Calls `post` until the provider has room.
template <class Post>
ssize_t insist(Post&& post, Counter& counter) {
  ssize_t result = post();
  if (result == -FI_EAGAIN)
    base::wait_until(
        [&] {
          counter.progress();  // progress of this endpoint
          return (result = post()) != -FI_EAGAIN;
        },
        nullptr, base::waits_for_room);
  return result;
}

}  // namespace isthmus::ofi
