// How neighbours of the ring find each other at initialisation. The caller says who it is and whom it wants, with the
// job's secret; the other side answers in kind. Who cannot is dropped with a log line and holds nobody up.
#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "transport/lifeline/tcp.hpp"

namespace isthmus::lifeline {

struct Neighbour {
  int pe = -1;
  std::string address;  // what its Lifeline::address() says
  std::string host;     // for messages
};

struct Neighbours {
  base::Fd next, previous;
};

/// Connects to `next` and waits for `previous` to connect to us; either may be absent. Throws base::SetupError when one
/// of them cannot be reached or does not come before `deadline`.
Neighbours handshake(const Listener& listener, const std::string& secret, int me, const std::optional<Neighbour>& next,
                     const std::optional<Neighbour>& previous, std::chrono::steady_clock::time_point deadline);

}  // namespace isthmus::lifeline
