// What an endpoint is made of, for its own files.
#pragma once
#include <mutex>
#include <vector>

#include "transport/ofi/domain.hpp"
#include "transport/ofi/endpoint.hpp"

namespace isthmus::ofi {

/// Closed from the last to the first: the endpoint before what it is bound to.
struct Endpoint::Parts {
  explicit Parts(int n_pes) : dirty((static_cast<std::size_t>(n_pes) + 63) / 64) {}

  std::vector<std::atomic<std::uint64_t>> dirty;  ///< a bit per PE: written to since the last quiet
  std::uint64_t sink = 0;                         ///< where flushing reads go; nobody looks
  /// Device memory that was written to, one place for each PE and registration: where to read behind the writes.
  struct Behind {
    int pe;
    Target place;
  };
  std::mutex behind_mutex;
  std::vector<Behind> behind;
  std::size_t inject_bytes = 0;
  std::size_t most = 0;  ///< bytes of one operation
  Handle<fid_cq> cq;     ///< for errors, and what the channel sends
  Handle<fid_cntr> written, read;
  Handle<fid_ep> endpoint;
};

}  // namespace isthmus::ofi
