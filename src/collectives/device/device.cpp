#include "collectives/device/device.hpp"

namespace isthmus::collectives {

bool may_be_device(const Call& call, const void* dest, const void* source) {
  return call.world.kind_of(dest).device || call.world.kind_of(source).device;
}

}  // namespace isthmus::collectives
