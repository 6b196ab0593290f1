// Probes every path to device memory with a known pattern before the program uses it. A path that delivers wrong bytes
// is not used, and a log line says so.
#pragma once
#include "bootstrap/exchange.hpp"
#include "runtime/world.hpp"

namespace isthmus::runtime {

/// Reads from and writes to all device memory of peers that is mapped here, and drops the mappings that transferred
/// wrong bytes. Collective over the job.
void probe_mappings(bootstrap::Exchange& exchange, Job& job);

/// Puts to and gets from the next PE whose device memory the provider reaches, with local buffers in host and in device
/// memory; the owner of each destination checks it with a copy by its driver. If any PE finds wrong bytes in a
/// partition, no PE uses libfabric for that partition. Collective over the job, when it is ready to communicate.
void probe_wire(bootstrap::Exchange& exchange, Job& job);

/// Puts to and gets from the next PE whose device memory is not mapped here, through its device proxy. There is no
/// other path, so wrong bytes end the job. Collective over the job, when it is ready to communicate.
void probe_proxy(bootstrap::Exchange& exchange, Job& job);

}  // namespace isthmus::runtime
