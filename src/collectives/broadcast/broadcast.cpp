#include "collectives/broadcast/broadcast.hpp"

#include "base/error.hpp"
#include "collectives/device/device.hpp"
#include "collectives/rules.hpp"

namespace isthmus::collectives {

void broadcast(const Call& call, void* dest, const void* source, std::size_t bytes, int root, bool root_too) {
  if (root < 0 || root >= call.group.size())
    base::fatal(call.name,
                base::text("root %d is out of range; the team has members 0 to %d", root, call.group.size() - 1));
  const auto the_root = static_cast<std::uint64_t>(root);
  if (bytes == 0) return call.match({bytes, the_root});
  const bool device = on_device(symmetric(call, dest, bytes), symmetric(call, source, bytes));
  check_overlap(call, dest, bytes, source, bytes, false);
  call.match({bytes, the_root, call.place(dest), call.place(source)});
  const Broadcast task{call, dest, source, bytes, root, root_too};
  if (device) [[unlikely]]
    return device_broadcast(task);
  switch (choose(Operation::broadcast, call.group, bytes)) {
    case Algorithm::cell:
      return cell_broadcast(task);
    case Algorithm::direct:
      return direct_broadcast(task);
    case Algorithm::binomial:
      return binomial_broadcast(task);
    case Algorithm::chain:
      return chain_broadcast(task);
    default:
      return flat_broadcast(task);
  }
}

}  // namespace isthmus::collectives
