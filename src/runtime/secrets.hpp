// The secrets by which the PEs of a job recognise each other. PE 0 draws each from the kernel's random bytes, so that
// none follows from another, and publishes them once. Anybody who can read what PEs publish passes for a PE of the job.
#pragma once
#include <string>

#include "bootstrap/exchange.hpp"

namespace isthmus::runtime {

struct Secrets {
  std::string node;      ///< for the descriptor exchange on a node
  std::string lifeline;  ///< for the handshake of the lifeline
  std::string fabric;    ///< 8 bytes for the token in messages, 8 bytes for the first memory key
};

/// To be called on PE 0, before the first fence. Throws base::SetupError.
void publish_secrets(bootstrap::Exchange& exchange);

/// To be called on any PE, after the first fence. Throws base::SetupError.
Secrets secrets(bootstrap::Exchange& exchange);

}  // namespace isthmus::runtime
