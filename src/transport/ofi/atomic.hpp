// Atomics on other nodes: by the provider where it carries them out on a CPU of the target, otherwise as a message that
// the target's progress answers. Either way all atomics on a word are CPU atomics of its owner's node.
#pragma once
#include <atomic>
#include <cstdint>

#include "transport/ofi/channel.hpp"
#include "transport/ofi/endpoint.hpp"

namespace isthmus::ofi {

/// Somebody waits for the answer. With a `result`, nobody stands by: it is written and the record deleted.
struct Pending {
  Endpoint* endpoint;
  void* result;
  std::uint8_t bytes;
  std::uint64_t value = 0;
  std::atomic<bool> done = false;
};

void send_request(Channel& channel, const AtomicRequest& request, Pending* pending);
/// Only the endpoint is told that it was done.
void send_forgotten(Channel& channel, const AtomicRequest& request, Endpoint* endpoint);
/// The answer to such a request, from its handler: `whom` is what came with it.
void answer_forgotten(Channel& channel, int source, std::uint64_t whom);
/// Makes the channel answer requests and take answers.
void serve_atomics(Domain& domain, Channel& channel);

/// The provider's own.
bool supports(fid_ep* endpoint, const AtomicRequest& request);
ssize_t post_fetch(fid_ep* endpoint, const AtomicRequest& request, std::uint64_t* old);
ssize_t post_atomic(fid_ep* endpoint, const AtomicRequest& request);

}  // namespace isthmus::ofi
