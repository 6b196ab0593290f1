// The tracks of the timeline on which kernels and copies of a PE are.
#pragma once
#include <string>
#include <vector>

#include "report.hpp"

namespace isthmus::profile {

struct DeviceTrack {
  std::string name;
  std::vector<const ActivityRow*> rows;  // one after the other
};

/// A track for the kernels of each stream of a device, and one for its copies and fills. Where some of them overlap, as
/// the nodes of a graph may, there are further tracks of the same name, since bars of one track must not.
std::vector<DeviceTrack> device_tracks(const Report& pe);

}  // namespace isthmus::profile
