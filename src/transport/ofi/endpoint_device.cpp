// Device memory on the wire, where the provider takes it (FI_HMEM).
#include <algorithm>

#include "transport/ofi/endpoint_parts.hpp"

namespace isthmus::ofi {

void Endpoint::write_device(int pe, const Region& region, std::uint64_t offset, Local from, std::size_t bytes,
                            bool later) {
  const Target to = region.at(pe, offset);
  const bool injected = !from.device && bytes <= parts_->inject_bytes;
  const std::uint64_t flags = injected ? FI_INJECT | FI_DELIVERY_COMPLETE : region.device ? FI_DELIVERY_COMPLETE : 0;
  write_large(pe, to, from.at, bytes, flags, from.descriptor);
  if (region.device) {
    const std::lock_guard lock(parts_->behind_mutex);
    const auto same = [&](const Parts::Behind& one) { return one.pe == pe && one.place.key == to.key; };
    if (std::none_of(parts_->behind.begin(), parts_->behind.end(), same)) parts_->behind.push_back({pe, to});
    to_devices_.fetch_add(1);
  }
  if (!injected && !later) wait_written();
}

/// An acknowledged write to device memory may still be on the bus there, where what goes to host memory overtakes it,
/// but a read of the same memory does not.
void Endpoint::flush_devices() {
  const std::uint64_t goal = to_devices_.load();
  if (devices_settled()) return;
  std::vector<Parts::Behind> behind;
  {
    const std::lock_guard lock(parts_->behind_mutex);
    behind.swap(parts_->behind);
    reads_.fetch_add(behind.size());  // another thread's quiet must see the places or the reads
  }
  wait_written();
  for (const Parts::Behind& one : behind) post_read(one.pe, one.place, &parts_->sink, 1, nullptr);
  wait_read();
  std::uint64_t settled = devices_settled_.load();
  while (settled < goal && !devices_settled_.compare_exchange_weak(settled, goal)) {
  }
}

void Endpoint::read_device(int pe, Target from, Local into, std::size_t bytes, bool later) {
  read_through(pe, from, into.at, bytes, into.descriptor);
  if (!later) wait_read();
}

}  // namespace isthmus::ofi
