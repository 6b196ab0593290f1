// What only the PEs of a job know. PE 0 draws it from the kernel's random bytes, each secret on its own, so that none
// follows from another, and publishes it once; whoever may read what PEs publish to each other is one of them.
#pragma once
#include <string>

#include "bootstrap/exchange.hpp"

namespace isthmus::runtime {

struct Secrets {
  std::string node;      ///< for the sockets that hand over descriptors on a node
  std::string lifeline;  ///< for the handshake of the lifeline
  std::string fabric;    ///< the token of messages and the first key of memory, 8 bytes each
};

/// On PE 0, before the first fence. Throws base::SetupError.
void publish_secrets(bootstrap::Exchange& exchange);

/// On every PE, after it. Throws base::SetupError.
Secrets secrets(bootstrap::Exchange& exchange);

}  // namespace isthmus::runtime
