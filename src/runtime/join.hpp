// Joins a job: creates this PE's symmetric memory, publishes what the other PEs need to reach it, and maps theirs.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bootstrap/exchange.hpp"
#include "runtime/world.hpp"
#include "transport/node/descriptor_exchange.hpp"

namespace isthmus::runtime {

/// An error that one PE has printed for all.
struct AgreedError : base::SetupError {
  using base::SetupError::SetupError;
};

/// Collective over the job. Throws AgreedError on all PEs when one of them fails, or another base::SetupError if the
/// PEs cannot tell one another.
std::unique_ptr<Job> join(bootstrap::Exchange& exchange);

/// Whether the paths to device memory are probed at start-up (SHMEM_PROBE_PATHS). PE 0's setting decides, since probing
/// is collective. To be called after the first fence.
bool probes(bootstrap::Exchange& exchange);

/// Makes a failure on one PE a failure on all: the lowest PE whose `my_error` is not empty prints it, then every PE
/// throws it as AgreedError. Collective over the job; a fence, which throws base::SetupError if the launcher is gone.
void agree(bootstrap::Exchange& exchange, const std::string& my_error);

/// Runs a step and returns its error, for agree(); empty if there is none.
template <class Step>
std::string attempt(Step&& step) {
  try {
    step();
  } catch (const base::SetupError& failure) {
    return failure.what();
  }
  return {};
}

/// The other PEs of this node, with the addresses of the node::Listeners that they have published.
std::vector<node::Peer> node_peers(bootstrap::Exchange& exchange, const Job& job);

}  // namespace isthmus::runtime
