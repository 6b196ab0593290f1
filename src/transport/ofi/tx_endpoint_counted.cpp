// Operations whose completion is counted one by one. Each part asks for an entry in the completion queue, with the
// operation as its context; MessageChannel reads that queue and calls count().
#include <algorithm>
#include <chrono>
#include <thread>

#include "base/error.hpp"
#include "base/wait.hpp"
#include "transport/ofi/insist.hpp"
#include "transport/ofi/tx_endpoint.hpp"

namespace isthmus::ofi {

TxEndpoint::Counted* TxEndpoint::begin_counted(std::size_t bytes, std::uint64_t* completed) {
  gate_.pass();
  if (counted_.load(std::memory_order_relaxed) >= kMostCounted)
    base::wait_until([this] { return counted_.load(std::memory_order_relaxed) < kMostCounted; });
  counted_.fetch_add(1, std::memory_order_relaxed);
  return new Counted{completed, bytes / most_ + (bytes % most_ != 0)};
}

void TxEndpoint::count(void* context) {
  auto* const counted = static_cast<Counted*>(context);
  if (counted->parts.fetch_sub(1, std::memory_order_acq_rel) > 1) return;
  __atomic_fetch_add(counted->completed, 1, __ATOMIC_RELEASE);
  delete counted;
  counted_.fetch_sub(1, std::memory_order_relaxed);
}

void TxEndpoint::fail_counted(int error) {
  // As in fail(): somebody else is likely to say more of it first.
  std::this_thread::sleep_for(std::chrono::seconds(3));
  base::fatal("counted operation",
              base::text("an operation under way failed: %s; a peer or the network between is gone",
                         library().strerror(error)));
}

/// Whether an operation of a kind, Writes or a Tally, would begin without waiting: what was called before it for that
/// PE has left, and few enough are under way.
template <class Kind>
bool TxEndpoint::has_room(int pe, Kind& kind, Counter& counter) {
  if (gate_.is_closed() || counted_.load(std::memory_order_relaxed) >= kMostCounted) return false;
  if (kind.is_crowded()) counter.update(kind);
  if (kind.is_crowded() || (!fences_.all_settled() && !requests_.all_complete())) return false;
  return !bundles_.any() || try_send_bundle(pe);
}

/// Posts the parts of an operation by `post(at, bytes)`. Only the first one may be refused, since it is all or nothing.
template <class Kind, class Post>
bool TxEndpoint::post_counted(Counted* counted, std::size_t bytes, NoRoom no_room, Kind& kind, Counter& counter, int pe,
                              Post&& post) {
  for (std::size_t at = 0; at < bytes;) {
    const std::size_t now = std::min(bytes - at, most_);
    make_room(kind, counter, "counted operation");
    kind.post();
    ssize_t result = post(at, now);
    if (result == -FI_EAGAIN && at == 0 && no_room == NoRoom::refuse) {
      kind.retract();
      counter.progress();  // progress of this endpoint, so that another attempt may find room
      delete counted;
      counted_.fetch_sub(1, std::memory_order_relaxed);
      return false;
    }
    if (result == -FI_EAGAIN) result = insist([&] { return post(at, now); }, counter);
    if (result != 0) fail("counted operation", result, pe);
    at += now;
  }
  calls_.begin();
  return true;
}

bool TxEndpoint::write_counted(int pe, Target to, const void* from, std::size_t bytes, std::uint64_t* completed,
                               NoRoom no_room) {
  if (no_room == NoRoom::refuse && !has_room(pe, writes_, written_)) return false;
  go_ahead(pe);
  Counted* const counted = begin_counted(bytes, completed);
  return post_counted(counted, bytes, no_room, writes_, written_, pe, [&](std::size_t at, std::size_t now) {
    const iovec local{static_cast<char*>(const_cast<void*>(from)) + at, now};
    const fi_rma_iov remote{to.address + at, now, to.key};
    const fi_msg_rma message{&local, nullptr, 1, addresses_.of(pe), &remote, 1, counted, 0};
    return fi_writemsg(handle_, &message, FI_COMPLETION | FI_DELIVERY_COMPLETE);
  });
}

bool TxEndpoint::read_counted(int pe, Target from, void* into, std::size_t bytes, std::uint64_t* completed,
                              NoRoom no_room) {
  if (no_room == NoRoom::refuse && !has_room(pe, reads_, read_)) return false;
  go_ahead(pe);
  Counted* const counted = begin_counted(bytes, completed);
  return post_counted(counted, bytes, no_room, reads_, read_, pe, [&](std::size_t at, std::size_t now) {
    const iovec local{static_cast<char*>(into) + at, now};
    const fi_rma_iov remote{from.address + at, now, from.key};
    const fi_msg_rma message{&local, nullptr, 1, addresses_.of(pe), &remote, 1, counted, 0};
    return fi_readmsg(handle_, &message, FI_COMPLETION);
  });
}

}  // namespace isthmus::ofi
