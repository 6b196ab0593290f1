// Bytes of a known pattern on every way to device memory, before the program uses it: a way that brings other bytes is
// not used, and the log says so.
#pragma once
#include "bootstrap/exchange.hpp"
#include "runtime/world.hpp"

namespace isthmus::runtime {

/// Reads from and writes to every peer's device memory that is mapped here; what comes out wrong is mapped no more.
/// Collective over the job.
void probe_mappings(bootstrap::Exchange& exchange, Job& job);

/// Puts to and gets from the next PE whose device memory the provider takes, from and to memory of both kinds here,
/// each looked at by the driver of its owner. Of a partition where bytes came out wrong anywhere, nobody uses that way.
/// Collective over the job, when it is ready to communicate.
void probe_wire(bootstrap::Exchange& exchange, Job& job);

/// Puts to and gets from the next PE whose device memory is not mapped here, by its device proxy. There is no other
/// way, so wrong bytes end the job. Collective over the job, when it is ready to communicate.
void probe_proxy(bootstrap::Exchange& exchange, Job& job);

}  // namespace isthmus::runtime
