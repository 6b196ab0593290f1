// Reports what was dropped because it came from outside of the job, or found a receive queue full, with a limited
// number of lines.
#pragma once
#include <string>

namespace isthmus::ofi {

enum class Unknown { connection, message, request };

/// One line, "dropped <what>", at most one a second of each kind: the next one says how many were left out.
void say_dropped(Unknown kind, const std::string& what);

/// Reports by say_dropped() what the provider refuses by itself, above all connections. The provider writes that only
/// to libfabric's log, so we import the log, except where the user has asked for it (FI_LOG_LEVEL) or another library
/// of the process has imported it.
void watch_refusals();
/// Ends the reports: while the job ends, peers close connections in the middle of things, which is no refusal.
void stop_watching_refusals();

}  // namespace isthmus::ofi
