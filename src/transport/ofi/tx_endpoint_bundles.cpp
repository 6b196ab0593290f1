// Small writes and atomics that travel together; bundle.hpp has the rules.
#include <mutex>

#include "base/wait.hpp"
#include "transport/ofi/requests.hpp"
#include "transport/ofi/tx_endpoint.hpp"

namespace isthmus::ofi {

// ---- Leaving at once, or joining a bundle ----

// The two ways of write_value(). What neither does in a few instructions is left to write_value_slowly, by a jump, so
// that each value passes by one stack frame at most.

/// While no bundle is open. If nothing is under way, there is room for the write, and nobody holds the gate.
void TxEndpoint::lone_value(Endpoint& endpoint, std::uint64_t bits, std::size_t bytes, std::uintptr_t entry,
                            std::uint64_t offset, std::uint64_t key) {
  auto& self = static_cast<TxEndpoint&>(endpoint);
  const fi_addr_t number = self.known(entry);
  if (number != 0 && self.calls_.try_begin_lone()) [[likely]] {
    self.lone_value_.value = bits;
    self.lone_value_.set_target(number, bytes, key, offset);
    return self.post_acknowledged(self.lone_value_);
  }
  self.write_value_slowly(bits, bytes, entry, offset, key);
}

/// While bundles are open. Adds the value to that of its PE, if there is one that has room.
void TxEndpoint::join_value(Endpoint& endpoint, std::uint64_t bits, std::size_t bytes, std::uintptr_t entry,
                            std::uint64_t offset, std::uint64_t key) {
  auto& self = static_cast<TxEndpoint&>(endpoint);
  if (!self.bundles_.lock.try_lock()) [[unlikely]]
    return self.write_value_slowly(bits, bytes, entry, offset, key);
  Bundle& bundle = self.bundles_.slot(pe_of(entry));
  if (!bundle.is_open_for(pe_of(entry)) || !bundle.has_room(sizeof bits)) [[unlikely]] {
    self.bundles_.lock.unlock();
    return self.write_value_slowly(bits, bytes, entry, offset, key);
  }
  bundle.append(bundle_entry::write(offset, key, bytes), bits);
  self.bundles_.lock.unlock();
}

void TxEndpoint::write_value_slowly(std::uint64_t bits, std::size_t bytes, std::uintptr_t entry, std::uint64_t offset,
                                    std::uint64_t key) {
  if (!idle()) base::must_be_outside_handlers("shmem_p");  // the handler's own thread may hold the bundles' lock
  join_bytes(&bits, bytes, key, entry, offset);
}

void TxEndpoint::write_bytes(const void* from, std::size_t bytes, std::uint64_t key, std::uintptr_t entry,
                             std::uint64_t offset) {
  const fi_addr_t number = known(entry);
  if (number != 0 && calls_.try_begin_lone()) [[likely]] {
    lone_bytes_.local.iov_base = const_cast<void*>(from);
    lone_bytes_.set_target(number, bytes, key, offset);
    return post_acknowledged(lone_bytes_);
  }
  join_bytes(from, bytes, key, entry, offset);
}

/// A small write that cannot leave as a lone one at once: opens or joins a bundle, makes the first contact with its PE,
/// or leaves alone after all.
void TxEndpoint::join_bytes(const void* from, std::size_t bytes, std::uint64_t key, std::uintptr_t entry,
                            std::uint64_t offset) {
  const int pe = pe_of(entry);
  const auto join = [&] { bundle(pe, bundle_entry::write(offset, key, bytes), from, bytes); };
  if (bundles_.any()) return join();  // and is not settled, so this write is no lone one
  const Target to{offset, key};
  if (calls_.try_begin_lone()) return post_acknowledged(pe, to, from, bytes);
  if (has_bundles_ && (bundles_.expects_burst.load(std::memory_order_relaxed) || !is_lone())) return join();
  go_ahead(pe);
  write_alone(pe, to, from, bytes, has_bundles_);
}

void TxEndpoint::write_small(int pe, Target to, const void* from, std::size_t bytes) {
  if (bytes > inject_bytes_) [[unlikely]]
    return write(pe, to, from, bytes);
  write_bytes(from, bytes, to.key, static_cast<std::uint32_t>(pe), to.address);
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
  bundle(pe, bundle_entry::read(from.address, from.key, bytes), &into, sizeof into);
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
    base::fetch_add(&bundles_.n_open, std::uint32_t{1});
    take_values_by(join_value);
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
  if (bundle.is_burst()) bundles_.had_burst.store(true, std::memory_order_relaxed);
  bundle.close();
  if (base::fetch_add(&bundles_.n_open, ~std::uint32_t{0}) == 1) take_values_by(lone_value);
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

/// The same without waiting. Returns false if it did not leave.
bool TxEndpoint::try_send_bundle(int pe) {
  if (!bundles_.lock.try_lock()) return false;
  Bundle& bundle = bundles_.slot(pe);
  const bool left = !bundle.is_open_for(pe) || try_send(bundle);
  bundles_.lock.unlock();
  return left;
}

void TxEndpoint::go_ahead_slowly(int pe) {
  send_bundle(pe);
  if (fences_.all_settled()) return;
  const std::uint64_t goal = fences_.begun();
  wait_answers();
  fences_.settle(goal);
}

void TxEndpoint::before_read_slowly(int pe) {
  send_bundle(pe);
  wait_answers();
}

bool TxEndpoint::send_bundles_until(std::uint64_t opened) {
  if (!bundles_.any() || !bundles_.lock.try_lock()) return false;
  bool sent = false;
  for (Bundle& bundle : bundles_.slots) {
    if (!bundle.is_open() || bundle.opened() > opened) continue;
    if (!try_send(bundle)) break;
    sent = true;
  }
  bundles_.lock.unlock();
  return sent;
}

}  // namespace isthmus::ofi
