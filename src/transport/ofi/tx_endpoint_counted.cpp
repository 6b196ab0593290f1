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
  return new Counted{completed, (bytes + most_ - 1) / most_};
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
  base::fatal("counted operation", base::text("an operation under way failed: %s; a peer or the network between is gone",
                                              library().strerror(error)));
}

void TxEndpoint::write_counted(int pe, Target to, const void* from, std::size_t bytes, std::uint64_t* completed) {
  go_ahead(pe);
  Counted* const counted = begin_counted(bytes, completed);
  const std::uint64_t flags = FI_COMPLETION | FI_DELIVERY_COMPLETE;
  for (std::size_t at = 0; at < bytes;) {
    const std::size_t now = std::min(bytes - at, most_);
    make_room(writes_, written_.get(), "write");
    writes_.post();
    const iovec local{static_cast<char*>(const_cast<void*>(from)) + at, now};
    const fi_rma_iov remote{to.address + at, now, to.key};
    const fi_msg_rma message{&local, nullptr, 1, addresses_.of(pe), &remote, 1, counted, 0};
    const ssize_t result = insist([&] { return fi_writemsg(handle_, &message, flags); }, written_.get());
    if (result != 0) fail("fi_writemsg", result, pe);
    at += now;
  }
  calls_.begin();
}

void TxEndpoint::read_counted(int pe, Target from, void* into, std::size_t bytes, std::uint64_t* completed) {
  go_ahead(pe);
  Counted* const counted = begin_counted(bytes, completed);
  for (std::size_t at = 0; at < bytes;) {
    const std::size_t now = std::min(bytes - at, most_);
    make_room(reads_, read_.get(), "read");
    reads_.post();
    const iovec local{static_cast<char*>(into) + at, now};
    const fi_rma_iov remote{from.address + at, now, from.key};
    const fi_msg_rma message{&local, nullptr, 1, addresses_.of(pe), &remote, 1, counted, 0};
    const ssize_t result = insist([&] { return fi_readmsg(handle_, &message, FI_COMPLETION); }, read_.get());
    if (result != 0) fail("fi_readmsg", result, pe);
    at += now;
  }
  calls_.begin();
}

}  // namespace isthmus::ofi
