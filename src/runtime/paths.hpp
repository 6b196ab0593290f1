// The ways to device memory of other PEs: by a mapping of it, or by its owner's courier.
#pragma once
#include "bootstrap/exchange.hpp"
#include "runtime/world.hpp"

namespace isthmus::runtime {

/// Tells the others whether this PE has all device memory of its node mapped. Before a fence.
void publish_mappings(bootstrap::Exchange& exchange, Job& job);
/// Makes this PE's courier if another PE may need it: in jobs over several nodes, before the others can send.
void make_courier_for_wire(Job& job);
/// The same where somebody on this node has not all mapped. After the fence.
void settle_mappings(bootstrap::Exchange& exchange, Job& job);

}  // namespace isthmus::runtime
