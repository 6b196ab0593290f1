#include "collectives/reduce/reduce.hpp"

#include "collectives/device/device.hpp"
#include "collectives/rules.hpp"

namespace isthmus::collectives {

void reduce(const Call& call, const Combine& combine, void* dest, const void* source, std::size_t n) {
  if (n == 0) return call.match({n});
  const Reduce task{call, combine, static_cast<char*>(dest), static_cast<const char*>(source), n};
  const std::size_t bytes = task.bytes();
  const bool device = on_device(symmetric(call, dest, bytes), symmetric(call, source, bytes));
  check_overlap(call, dest, bytes, source, bytes, true);
  call.match({n, call.place(dest), call.place(source)});
  if (device) [[unlikely]]
    return device_reduce(task);
  switch (choose(Operation::reduce, call.group, bytes)) {
    case Algorithm::cell:
      return cell_reduce(task);
    case Algorithm::slices:
      return slices_reduce(task);
    case Algorithm::recursive_doubling:
      return recursive_doubling_reduce(task);
    case Algorithm::scatter_gather:
      return scatter_gather_reduce(task);
    case Algorithm::ring:
      return ring_reduce(task);
    default:
      return flat_reduce(task);
  }
}

}  // namespace isthmus::collectives
