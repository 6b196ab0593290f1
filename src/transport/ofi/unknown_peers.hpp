// What comes from outside of the job is dropped, and said; not once for each of thousands.
#pragma once
#include <string>

namespace isthmus::ofi {

enum class Unknown { connection, message, request };

/// One line, "dropped <what>", at most one a second of each kind: the next one says how many were left out.
void say_dropped(Unknown kind, const std::string& what);

/// From now on what the provider refuses by itself, connections above all, is said by say_dropped(). The provider tells
/// only libfabric's log of it, so that log is taken over; not where the user has asked for it (FI_LOG_LEVEL), nor where
/// another library of the process has it.
void watch_refusals();
/// While the job ends, peers hang up in the middle of things.
void stop_watching_refusals();

}  // namespace isthmus::ofi
