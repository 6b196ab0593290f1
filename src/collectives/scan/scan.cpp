#include "collectives/scan/scan.hpp"

#include "collectives/device/device.hpp"
#include "collectives/rules.hpp"

namespace isthmus::collectives {

void scan(const Call& call, const Combine& sum, void* dest, const void* source, std::size_t n, bool inclusive) {
  if (n == 0) return call.match({n});
  const Scan task{call, sum, static_cast<char*>(dest), static_cast<const char*>(source), n, inclusive};
  const std::size_t bytes = task.bytes();
  const bool device = on_device(symmetric(call, dest, bytes), symmetric(call, source, bytes));
  check_overlap(call, dest, bytes, source, bytes, true);
  call.match({n, call.place(dest), call.place(source)});
  if (device) [[unlikely]]
    return device_scan(task);
  switch (choose(Operation::scan, call.group, bytes)) {
    case Algorithm::cell:
      return cell_scan(task);
    case Algorithm::slices:
      return slices_scan(task);
    case Algorithm::bruck:
      return bruck_scan(task);
    case Algorithm::chain:
      return chain_scan(task);
    default:
      return flat_scan(task);
  }
}

}  // namespace isthmus::collectives
