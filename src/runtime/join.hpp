// Joining a job: making this PE's memory, telling the others, and mapping theirs.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "bootstrap/exchange.hpp"
#include "runtime/world.hpp"
#include "transport/node/descriptor_exchange.hpp"

namespace isthmus::runtime {

/// Collective over the job. Throws base::SetupError on all PEs when one of them fails; that one has then said why.
std::unique_ptr<Job> join(bootstrap::Exchange& exchange);

/// Whether ways to device memory are tried at start-up: as PE 0 has it, since all take part. After the first fence.
bool probes(bootstrap::Exchange& exchange);

/// A failure on one PE is a failure on all: the lowest that failed prints its line, then every PE throws. An empty line
/// is no failure. Collective over the job.
void agree(bootstrap::Exchange& exchange, const std::string& my_error);

/// The other PEs of this node, and where they listen as they published it with the last fence.
std::vector<node::Peer> node_peers(bootstrap::Exchange& exchange, const Job& job);

}  // namespace isthmus::runtime
