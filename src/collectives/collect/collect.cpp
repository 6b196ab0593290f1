#include "collectives/collect/collect.hpp"

#include "collectives/device/device.hpp"
#include "collectives/group/peer_buffer.hpp"
#include "collectives/rules.hpp"

namespace isthmus::collectives {

void fcollect(const Call& call, void* dest, const void* source, std::size_t bytes) {
  if (bytes == 0) return call.match({bytes});
  const std::size_t whole = bytes * static_cast<std::size_t>(call.group.size());
  const bool device = on_device(symmetric(call, dest, whole), symmetric(call, source, bytes));
  check_overlap(call, dest, whole, source, bytes, false);
  call.match({bytes, call.place(dest), call.place(source)});
  const Collect task{call, static_cast<char*>(dest), source, bytes};
  if (device) [[unlikely]]
    return device_fcollect(task);
  switch (choose(Operation::fcollect, call.group, bytes)) {
    case Algorithm::cell:
      return cell_fcollect(task);
    case Algorithm::direct:
      return direct_fcollect(task);
    case Algorithm::bruck:
      return bruck_fcollect(task);
    case Algorithm::ring:
      return ring_fcollect(task);
    default:
      return flat_fcollect(task);
  }
}

void collect(const Call& call, void* dest, const void* source, std::size_t bytes) {
  if (bytes > 0) {
    symmetric(call, source, bytes);
    symmetric(call, dest, bytes);
    check_overlap(call, dest, bytes, source, bytes, false);
  }
  call.match({call.place(dest)});  // everybody has a dest, even who has no elements
  const Collect task{call, static_cast<char*>(dest), source, bytes};
  if (call.world.careful() && some_on_device(call, dest, source, bytes)) [[unlikely]]
    return device_collect(task);
  switch (choose(Operation::collect, call.group, 0)) {  // not by size: the members' differ
    case Algorithm::cell:
      return cell_collect(task);
    case Algorithm::ring:
      return ring_collect(task);
    default:
      return flat_collect(task);
  }
}

void push_part(const Collect& task, std::size_t before, std::size_t whole) {
  const PeerBuffer to(task.call, task.dest, whole);
  check_overlap(task.call, task.dest, whole, task.source, task.bytes, false);
  const Group& group = task.call.group;
  for (int step = 0; task.bytes > 0 && step < group.size(); ++step)
    to.write((group.me() + step) % group.size(), before, task.source, task.bytes);
}

}  // namespace isthmus::collectives
