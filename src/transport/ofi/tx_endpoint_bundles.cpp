// Small writes and atomics that travel together; bundle.hpp has the rules.
#include <mutex>

#include "base/wait.hpp"
#include "transport/ofi/requests.hpp"
#include "transport/ofi/tx_endpoint.hpp"

namespace isthmus::ofi {

// ---- Leaving at once, or joining a bundle ----

/// While the endpoint is idle: there is room for the write, and nobody holds the gate.
[[gnu::always_inline]] inline void TxEndpoint::write_first(int pe, Target to, const void* from, std::size_t bytes) {
  writes_.post();
  const ssize_t result = post_acknowledged(pe, to, from, bytes);
  calls_.begin();
  if (result != 0) [[unlikely]]
    insist_acknowledged(pe, to, from, bytes, result);
}

/// Only chooses between two functions, so that each value passes by one stack frame.
void TxEndpoint::write_value(std::uint64_t bits, std::size_t bytes, std::uintptr_t entry, std::uint64_t offset,
                             std::uint64_t key) {
  if (bundles_.any())
    join(bits, bytes, entry, offset, key);
  else
    write_lone_value(bits, bytes, entry, offset, key);
}

/// Adds the value to the bundle that is open for its PE, if there is one that has room.
void TxEndpoint::join(std::uint64_t bits, std::size_t bytes, std::uintptr_t entry, std::uint64_t offset,
                      std::uint64_t key) {
  const auto pe = static_cast<int>(static_cast<std::uint32_t>(entry));
  bundles_.lock.lock();
  Bundle& bundle = bundles_.slot(pe);
  const bool joins = bundle.is_open_for(pe) && bundle.has_room(sizeof bits);
  if (joins) [[likely]]
    bundle.append(bundle_entry::write(offset, domain_.region_of(key), bytes), bits);
  bundles_.lock.unlock();
  if (!joins) write_lone_value(bits, bytes, entry, offset, key);
}

void TxEndpoint::write_lone_value(std::uint64_t bits, std::size_t bytes, std::uintptr_t entry, std::uint64_t offset,
                                  std::uint64_t key) {
  const auto pe = static_cast<int>(static_cast<std::uint32_t>(entry));
  if (idle()) return write_first(pe, {offset, key}, &bits, bytes);
  base::must_be_outside_handlers("shmem_p");  // whose thread may hold the lock of the bundles
  write_small(pe, {offset, key}, &bits, bytes);
}

void TxEndpoint::write_small(int pe, Target to, const void* from, std::size_t bytes) {
  if (bytes > inject_bytes_) [[unlikely]]
    return write(pe, to, from, bytes);
  if (idle()) return write_first(pe, to, from, bytes);
  if (has_bundles_ && !is_lone())
    return bundle(pe, bundle_entry::write(to.address, domain_.region_of(to.key), bytes), from, bytes);
  go_ahead(pe);
  write_alone(pe, to, from, bytes, has_bundles_);
}

bool TxEndpoint::bundle_atomic(const AtomicRequest& request) {
  if (!has_bundles_ || idle() || request.region.device || is_lone()) return false;
  const auto region = static_cast<std::uint64_t>(request.region.index);
  bundle(request.pe, bundle_entry::atomic(request.offset, region, request.op, request.bytes), &request.operand,
         sizeof request.operand);
  return true;
}

bool TxEndpoint::bundle_read(int pe, Target from, void* into, std::size_t bytes) {
  if (!has_bundles_ || idle() || bytes == 0 || bytes > bundle_entry::kMostRead || is_lone()) return false;
  bundle(pe, bundle_entry::read(from.address, domain_.region_of(from.key), bytes), &into, sizeof into);
  bundled_reads_.begin();
  return true;
}

/// Whether what leaves now meets nothing of this endpoint on its way. Asks the provider, but only while no bundle is
/// open.
bool TxEndpoint::is_lone() { return !bundles_.any() && requests_.all_complete() && !work(); }

void TxEndpoint::bundle(int pe, std::uint64_t head, const void* from, std::size_t bytes) {
  gate_.pass();
  const std::lock_guard lock(bundles_.lock);
  Bundle& bundle = bundles_.slot(pe);
  if (!bundle.is_open_for(pe) || !bundle.has_room(bytes)) [[unlikely]] {
    if (bundle.is_open()) send(bundle);
    bundle.open(pe, Requests::cookie_of(*this), base::ticks());
    bundles_.n_open.fetch_add(1, std::memory_order_relaxed);
    calls_.begin();  // the rest of its entries need none: whoever settles this one sends them, too
    domain_.bundle_opened();
  }
  bundle.append(head, from, bytes);
}

// ---- Sending. The caller holds the lock. ----

bool TxEndpoint::try_send(Bundle& bundle) {
  requests_.post();
  if (!domain_.requests().try_send(bundle)) {
    requests_.retract();
    return false;
  }
  bundle.close();
  bundles_.n_open.fetch_sub(1, std::memory_order_relaxed);
  domain_.bundle_left();
  return true;
}

void TxEndpoint::send(Bundle& bundle) {
  base::wait_until([&] { return try_send(bundle); }, nullptr, [&] { return base::waits_for_answer(bundle.pe()); });
}

// ---- When bundles leave. The caller does not hold the lock. ----

void TxEndpoint::send_bundles() {
  const std::lock_guard lock(bundles_.lock);
  for (Bundle& bundle : bundles_.slots)
    if (bundle.is_open()) send(bundle);
}

void TxEndpoint::send_bundle(int pe) {
  const std::lock_guard lock(bundles_.lock);
  if (Bundle& bundle = bundles_.slot(pe); bundle.is_open_for(pe)) send(bundle);
}

void TxEndpoint::go_ahead_slowly(int pe) {
  send_bundle(pe);
  if (fences_.all_settled()) return;
  const std::uint64_t goal = fences_.begun();
  wait_answers();
  fences_.settle(goal);
}

void TxEndpoint::read_back_slowly(int pe) {
  send_bundle(pe);
  wait_answers();
}

void TxEndpoint::send_bundles_until(std::uint64_t opened) {
  if (!bundles_.any() || !bundles_.lock.try_lock()) return;
  for (Bundle& bundle : bundles_.slots)
    if (bundle.is_open() && bundle.opened() <= opened && !try_send(bundle)) break;
  bundles_.lock.unlock();
}

}  // namespace isthmus::ofi
