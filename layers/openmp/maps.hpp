// Calls that map and unmap, ours before the runtime's.
#pragma once
#include "abi.hpp"
#include "device.hpp"

namespace isthmus::omp {

/// The device, if this call may touch a selected object; null sends the call to the runtime as it is.
Device* concerned(const MapCall& call);

/// Do the whole call, the runtime's part included; false: nothing was done.
bool begin_maps(const MapCall& call);
bool end_maps(const MapCall& call);

}  // namespace isthmus::omp
