// What devices do for this process: kernels, copies and fills, those of the program and those of the OpenSHMEM library.
// The vendors' libraries for tracing tell of them (activity_source.hpp).
#pragma once
#include <cstddef>

namespace isthmus::profile {

class HostClock;
struct Report;

namespace activity {

/// Begins to record for a job with the devices whose drivers are in the process, and with others as soon as their
/// drivers are initialised and call this library. Keeps the newest of so many kernels, copies and fills.
void begin(std::size_t events);
/// What the program queues on devices from now on is not recorded, or is again, with those whose drivers are there now.
void pause(bool on);
/// Stops, and adds what was recorded since the job began to the report of this PE.
void end(const HostClock& clock, Report& report);

}  // namespace activity
}  // namespace isthmus::profile
