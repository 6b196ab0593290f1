#include "collectives/device/device.hpp"

#include "base/error.hpp"
#include "collectives/device/batch.hpp"

namespace isthmus::collectives {

bool may_be_device(const Call& call, const void* dest, const void* source) {
  return call.world.kind_of(dest).device || call.world.kind_of(source).device;
}

comm::Neighbours& device_neighbours(const Call& call) {
  if (!call.group.team())
    base::fatal(call.name,
                "no sync state is left for another active set, and device memory cannot do without; use "
                "fewer pSync arrays, or a team");
  if (!call.group.all_mapped())
    base::fatal(call.name, "collectives on device memory work between PEs of one node; copy to host memory for others");
  return call.group.team()->node;
}

}  // namespace isthmus::collectives
