// Joining a job: making this PE's memory, telling the others, and mapping theirs.
#pragma once
#include <memory>

#include "bootstrap/exchange.hpp"
#include "runtime/world.hpp"

namespace isthmus::runtime {

/// Collective over the job. Throws base::SetupError on all PEs when one of them fails; that one has then said why.
std::unique_ptr<Job> join(bootstrap::Exchange& exchange);

}  // namespace isthmus::runtime
