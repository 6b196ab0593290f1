// What CUDA devices do for this process: kernels, copies and fills, those of the program and those of the OpenSHMEM
// library. CUPTI tells of them, in buffers that it fills and hands over on a thread of its own.
#pragma once
#include <cstddef>

namespace isthmus::profile {

class HostClock;
struct Report;

namespace activity {

/// Begins to record for a job, if CUDA's driver is in the process, or else as soon as it is initialised. Keeps the
/// newest of so many kernels, copies and fills.
void begin(std::size_t events);
/// What the program queues on devices from now on is not recorded, or is again.
void pause(bool on);
/// Stops, and adds what was recorded since the job began to the report of this PE.
void end(const HostClock& clock, Report& report);

}  // namespace activity
}  // namespace isthmus::profile
