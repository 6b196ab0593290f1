// Device memory on the wire, where the provider takes it (FI_HMEM).
#include <algorithm>

#include "transport/ofi/tx_endpoint.hpp"

namespace isthmus::ofi {

void TxEndpoint::write_device(int pe, const Region& region, std::uint64_t offset, Local from, std::size_t bytes,
                              bool later) {
  const Target to = region.at(pe, offset);
  const bool injected = !from.device && bytes <= inject_bytes_;
  std::uint64_t flags = delivery_.flags();
  if (injected || region.device) flags |= FI_DELIVERY_COMPLETE;
  if (injected) flags |= FI_INJECT;
  go_ahead(pe);
  write_large(pe, to, from.at, bytes, flags, from.descriptor);
  if (region.device) {
    const std::lock_guard lock(behind_mutex_);
    const auto same = [&](const Behind& one) { return one.pe == pe && one.place.key == to.key; };
    if (std::none_of(behind_.begin(), behind_.end(), same)) behind_.push_back({pe, to});
    device_writes_.begin();
  }
  if (!injected && !later) wait_written();
}

/// An acknowledged write to device memory may still be on the bus there, where what goes to host memory overtakes it,
/// but a read of the same memory does not.
void TxEndpoint::flush_devices() {
  const std::uint64_t goal = device_writes_.begun();
  if (device_writes_.all_settled()) return;
  std::vector<Behind> behind;
  {
    const std::lock_guard lock(behind_mutex_);
    behind.swap(behind_);
    reads_.post(behind.size());  // another thread's quiet must see the places or the reads
  }
  wait_written();
  for (const Behind& one : behind) post_read(one.pe, one.place, &sink_, 1, nullptr);
  wait_read();
  device_writes_.settle(goal);
}

void TxEndpoint::read_device(int pe, Target from, Local into, std::size_t bytes, bool later) {
  if (!later) before_read(pe);
  read_through(pe, from, into.at, bytes, into.descriptor);
  if (!later) wait_read();
}

}  // namespace isthmus::ofi
