// The handling of calls that map and unmap, before they are passed to the runtime.
#pragma once
#include "abi.hpp"
#include "device.hpp"

namespace isthmus::omp {

/// The call's device if the call may concern a selected object; null if it can be passed to the runtime unchanged.
Device* concerned(const MapCall& call);

/// Perform the whole call, including the runtime's part. Return false, with nothing done, if it concerns no selected
/// object.
bool begin_maps(const MapCall& call);
bool end_maps(const MapCall& call);

}  // namespace isthmus::omp
