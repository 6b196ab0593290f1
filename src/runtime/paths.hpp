// Sets up and describes the paths to other PEs' device memory: a mapping of it, libfabric with FI_HMEM, or its owner's
// device proxy.
#pragma once
#include <string>
#include <vector>

#include "bootstrap/exchange.hpp"
#include "runtime/world.hpp"

namespace isthmus::runtime {

/// Publishes whether this PE failed to map some device memory of its node, and whether its device lacks access to some
/// of its own. To be called before a fence.
void publish_mappings(bootstrap::Exchange& exchange, Job& job);
/// Makes this PE's device proxy in jobs over several nodes, where other PEs may need it. To be called before any of
/// them can send requests.
void make_proxy_for_wire(Job& job);
/// Makes this PE's device proxy if some PE of this node has not mapped all device memory. To be called after the fence.
void settle_mappings(bootstrap::Exchange& exchange, Job& job);

/// How a put moves bytes from memory of one kind on this PE to a partition of another PE, and why so. Gets take the
/// same path in the other direction.
struct Path {
  std::string from, to, how, why;
  bool operator==(const Path&) const = default;
};
std::vector<Path> paths_to(const Job& job, int pe);

/// The text that osh_info --paths prints: the paths to all other PEs. PEs with the same paths share one entry.
std::string describe_paths(const Job& job, int me, int n_pes);

}  // namespace isthmus::runtime
