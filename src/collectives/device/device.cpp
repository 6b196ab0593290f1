#include "collectives/device/device.hpp"

namespace isthmus::collectives {

bool some_on_device(const Call& call, const void* dest, const void* source, std::size_t bytes) {
  if (call.world.kind_of(dest).device) return true;
  if (!call.world.memory()->has_devices()) return false;
  Group& group = call.group;
  group.share(bytes > 0 && call.world.kind_of(source).device ? 1 : 0);
  bool some = false;
  for (int member = 0; member < group.size(); ++member) some |= group.shared(member, 0) != 0;
  group.sync();  // no member shares other words before all have read these
  return some;
}

}  // namespace isthmus::collectives
