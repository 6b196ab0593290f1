// The ways to device memory of other PEs: by a mapping of it, on the wire itself, or by its owner's device proxy.
#pragma once
#include <string>
#include <vector>

#include "bootstrap/exchange.hpp"
#include "runtime/world.hpp"

namespace isthmus::runtime {

/// Tells the others whether this PE has all device memory of its node mapped. Before a fence.
void publish_mappings(bootstrap::Exchange& exchange, Job& job);
/// Makes this PE's device proxy if another PE may need it: in jobs over several nodes, before the others can send.
void make_proxy_for_wire(Job& job);
/// The same where somebody on this node has not all mapped. After the fence.
void settle_mappings(bootstrap::Exchange& exchange, Job& job);

/// How bytes come from memory of one kind here to a partition of another PE, and why so; gets go the same way back.
struct Path {
  std::string from, to, how, why;
  bool operator==(const Path&) const = default;
};
std::vector<Path> paths_to(const Job& job, int pe);

/// The paths to all other PEs, those with the same ones together, as osh_info --paths prints them.
std::string describe_paths(const Job& job, int me, int n_pes);

}  // namespace isthmus::runtime
