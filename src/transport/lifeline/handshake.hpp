// The handshake by which neighbours of the ring connect at initialisation. The connecting PE sends a hello with the
// job's secret, its own number and the number of the PE it wants; the accepting PE answers with the same. A connection
// without a valid hello is dropped with a log line and delays nobody.
#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "transport/lifeline/tcp.hpp"

namespace isthmus::lifeline {

struct Neighbour {
  int pe = -1;
  std::string address;  ///< its Lifeline::address()
  std::string host;     ///< name of its host, for messages
};

struct Neighbours {
  base::Fd next, previous;
};

/// Connects to `next` and waits for `previous` to connect to this PE; either may be absent. Throws base::SetupError
/// when one of them cannot be reached or does not connect before `deadline`.
Neighbours handshake(const Listener& listener, const std::string& secret, int me, const std::optional<Neighbour>& next,
                     const std::optional<Neighbour>& previous, std::chrono::steady_clock::time_point deadline);

}  // namespace isthmus::lifeline
