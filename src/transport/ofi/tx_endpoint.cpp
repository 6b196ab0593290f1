#include "transport/ofi/tx_endpoint.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/error.hpp"
#include "base/wait.hpp"
#include "memkind/copies.hpp"
#include "transport/ofi/insist.hpp"
#include "transport/ofi/requests.hpp"

namespace isthmus::ofi {
namespace {

constexpr int kLooksAlone = 16;  // looks at a counter, after which others get a turn
/// The same at the beginning of a wait, where each PE has a core: an answer over loopback takes as long as 16 to 32 looks.
constexpr int kLooksAtFirst = 64;

}  // namespace

TxEndpoint::TxEndpoint(Domain& domain, fid_cq* received)
    : domain_(domain),
      addresses_(domain.addresses()),
      known_(addresses_.known()),
      cpu_atomics_(domain.quirks().cpu_atomics),
      has_bundles_(domain.wants_bundles() && domain.offsets() && domain.quirks().flush_by_read && !cpu_atomics_),
      delivery_(domain.quirks(), domain.n_pes()),
      inject_bytes_(domain.info().tx_attr->inject_size),
      most_(domain.info().ep_attr->max_msg_size),
      writes_parts_(domain.quirks().ordered_parts && domain.info().tx_attr->iov_limit > 1 &&
                    domain.info().tx_attr->rma_iov_limit > 1),
      cq_(domain.open_cq(FI_WAIT_NONE)),
      written_(domain.open_counter(), domain.quirks().shared_progress),
      read_(domain.open_counter(), domain.quirks().shared_progress),
      endpoint_(
          domain.open_endpoint(cq_.get(), received ? received : cq_.get(), 128, received ? Domain::kReceives : 8)) {
  handle_ = endpoint_.get();
  post_write_ = handle_->rma->writemsg;
  post_read_ = handle_->rma->read;
  check("fi_ep_bind (writes)", fi_ep_bind(handle_, &written_.handle()->fid, FI_WRITE));
  check("fi_ep_bind (reads)", fi_ep_bind(handle_, &read_.handle()->fid, FI_READ));
  check("fi_enable", fi_enable(handle_));
  names_offsets_ = domain.offsets() && inject_bytes_ >= kSmall;
  take_values_by(lone_value);
  domain.add_tx_endpoint(*this);
}

TxEndpoint::~TxEndpoint() { domain_.remove_tx_endpoint(*this); }

bool TxEndpoint::work() {
  const auto look = [](auto& tally, Counter& counter) {
    if (tally.all_complete()) return false;
    counter.update(tally);
    return !tally.all_complete();
  };
  const bool writes = look(writes_, written_);
  const bool reads = look(reads_, read_);
  return writes || reads;
}

// ---- What fails ----

void TxEndpoint::fail(const char* call, ssize_t result, int pe) {
  // Most often the peer has died, and the launcher or the lifeline is about to say which and to end the job.
  std::this_thread::sleep_for(std::chrono::seconds(3));
  base::fatal(call,
              base::text("PE %d cannot be reached any more: %s%s", pe, library().strerror(static_cast<int>(-result)),
                         domain_.why_no_hmem().empty() ? "; or the provider cannot do with device memory: try "
                                                         "SHMEM_OFI_HMEM=off"
                                                       : ""));
}

/// An operation that was under way: its counter does not say to which PE.
void TxEndpoint::fail(const char* call) {
  fi_cq_err_entry entry{};
  const bool known = fi_cq_readerr(cq_.get(), &entry, 0) == 1;
  std::this_thread::sleep_for(std::chrono::seconds(3));
  base::fatal(call, base::text("an operation under way failed: %s; a peer or the network between is gone",
                               library().strerror(known ? entry.err : FI_EIO)));
}

// ---- Writes ----

/// For small writes that the provider copies, and counts before they are delivered. Counted in writes_ already.
void TxEndpoint::inject(int pe, Target to, const void* from, std::size_t bytes) {
  const ssize_t result = insist(
      [&] { return handle_->rma->inject(handle_, from, bytes, addresses_.of(pe), to.address, to.key); }, written_);
  if (result != 0) fail("fi_inject_write", result, pe);
}

void TxEndpoint::write(int pe, Target to, const void* from, std::size_t bytes) {
  go_ahead(pe);
  // The first write after a quiet asks for its acknowledgement, since another quiet is likely to follow at once and has
  // then nothing more to send. Of many in a row, the rest go without, and quiet reads behind them.
  if (bytes <= inject_bytes_) return write_alone(pe, to, from, bytes, idle());
  if (bytes <= Staging::kBytes && delivery_.ordered() && idle() && write_staged(pe, to, from, bytes)) return;
  write_large(pe, to, from, bytes, delivery_.flags());
  wait_written();
}

void TxEndpoint::write_later(int pe, Target to, const void* from, std::size_t bytes) {
  go_ahead(pe);
  if (bytes <= inject_bytes_) return write_alone(pe, to, from, bytes, idle());
  write_large(pe, to, from, bytes, delivery_.flags_later(bytes));
}

/// At most inject_bytes_, which the provider copies. Where it is not `acknowledged`, quiet reads behind it.
void TxEndpoint::write_alone(int pe, Target to, const void* from, std::size_t bytes, bool acknowledged) {
  gate_.pass();
  make_room(writes_, written_, "write");
  writes_.post();
  if (delivery_.injects() && !acknowledged) {
    inject(pe, to, from, bytes);
    delivery_.mark(pe);
    return calls_.begin();
  }
  post_acknowledged(pe, to, from, bytes);
  calls_.begin();
}

void TxEndpoint::post_acknowledged(int pe, Target to, const void* from, std::size_t bytes) {
  SmallWrite write(*this);
  write.local.iov_base = const_cast<void*>(from);
  write.set_target(addresses_.of(pe), bytes, to.key, to.address);
  post_acknowledged(write);
}

/// Tries again where the first attempt to post a small acknowledged write found no room.
void TxEndpoint::insist_acknowledged(const SmallWrite& write, ssize_t result) {
  TxEndpoint& self = write.endpoint;
  if (result == -FI_EAGAIN) result = insist([&] { return self.post(write); }, self.written_);
  if (result != 0) self.fail("fi_writemsg", result, self.addresses_.pe_of(write.message.addr));
}

// ---- Reads ----

/// One that reads_ counts already.
void TxEndpoint::post_read(int pe, Target from, void* into, std::size_t bytes, void* descriptor) {
  const ssize_t result = insist(
      [&] { return post_read_(handle_, into, bytes, descriptor, addresses_.of(pe), from.address, from.key, nullptr); },
      read_);
  if (result != 0) fail("fi_read", result, pe);
}

void TxEndpoint::read_through(int pe, Target from, void* into, std::size_t bytes, void* descriptor) {
  go_ahead(pe);
  gate_.pass();
  for (std::size_t at = 0; at < bytes;) {
    const std::size_t now = std::min(bytes - at, most_);
    make_room(reads_, read_, "read");
    reads_.post();
    post_read(pe, {from.address + at, from.key}, static_cast<char*>(into) + at, now, descriptor);
    at += now;
  }
  calls_.begin();
}

void TxEndpoint::read_later(int pe, Target from, void* into, std::size_t bytes) {
  if (bundle_read(pe, from, into, bytes)) return;
  read_through(pe, from, into, bytes, nullptr);
}

void TxEndpoint::read(int pe, Target from, void* into, std::size_t bytes) {
  if (bytes > most_) [[unlikely]] {
    before_read(pe);
    read_through(pe, from, into, bytes, nullptr);
    return wait_read();
  }
  // Quiet need not know of a read that is complete on return. Each thread has one such at most, so they need no limit.
  const fi_addr_t number = known(static_cast<std::uint32_t>(pe));
  if (!reads_at_once(number)) [[unlikely]] {
    before_read(pe);
    gate_.pass();
  }
  reads_.post();
  if (number == 0 || post_read_(handle_, into, bytes, nullptr, number, from.address, from.key, nullptr) != 0)
      [[unlikely]]
    post_read(pe, from, into, bytes, nullptr);
  wait_for(reads_, read_, "read");
}

void TxEndpoint::read_small(void* into, std::size_t bytes, std::uint64_t key, std::uintptr_t entry,
                            std::uint64_t offset) {
  const fi_addr_t number = known(entry);
  if (!reads_at_once(number)) [[unlikely]]
    return read_small_slowly(into, bytes, key, entry, offset);
  const ShortRead read{this, into, bytes, key, entry, offset};
  keep_in_memory(read);
  reads_.post();
  finish_read(read, post_read_(handle_, into, bytes, nullptr, number, offset, key, nullptr));
}

void TxEndpoint::finish_read(const ShortRead& read, ssize_t result) {
  TxEndpoint& self = *read.endpoint;
  const int pe = pe_of(read.entry);
  if (result != 0) [[unlikely]]
    self.post_read(pe, {read.offset, read.key}, read.into, read.bytes, nullptr);
  self.wait_for(self.reads_, self.read_, "read");
}

void TxEndpoint::read_small_slowly(void* into, std::size_t bytes, std::uint64_t key, std::uintptr_t entry,
                                   std::uint64_t offset) {
  read(pe_of(entry), {offset, key}, into, bytes);
}

// ---- Completion ----

/// Describes a wait for what is under way, for base::Backoff.
template <class Kind>
static auto unconfirmed(const Kind& tally) {
  return [&tally] { return base::WaitsFor{.what = base::WaitsFor::What::wire, .count = tally.under_way()}; };
}

/// Until all that was posted is complete. Reading the counter lets this endpoint work, which is what is waited for, and
/// costs a system call, which what another thread has seen may save; the rest of the job gets its turn, too.
template <class Kind>
void TxEndpoint::wait_for(Kind& tally, Counter& counter, const char* call) {
  domain_.driving();
  const int most = base::spin_limit.load(std::memory_order_relaxed) > 0 ? kLooksAtFirst : kLooksAlone;
  for (int looks = 0; looks < most; ++looks) {
    if (tally.all_complete()) return end_wait();
    counter.update(tally);
  }
  wait_longer(tally, counter, call);
  end_wait();
}

void TxEndpoint::end_wait() {
  count_wait();
  domain_.handle_received();
}

/// libfabric 1.17's net, and tcp up to 1.19, write an entry to the completion queue for every operation, wanted or not,
/// and keep in memory what does not fit there. Errors stay, for fail().
void TxEndpoint::drop_completions() {
  if (this == &domain_.default_endpoint()) return domain_.collect_sent();
  fi_cq_data_entry entries[64];
  Receiving may_receive(domain_.quirks().shared_progress);
  for (ssize_t n = std::ssize(entries); n == std::ssize(entries);) {
    const std::unique_lock receiving(may_receive, std::try_to_lock);
    if (!receiving) return;
    n = fi_cq_read(cq_.get(), entries, std::size(entries));
  }
}

template <class Kind>
void TxEndpoint::wait_longer(Kind& tally, Counter& counter, const char* call) {
  leave();
  int looks = kLooksAlone - 1;
  bool failed = false;
  base::Backoff backoff;
  LongWait wait(gate_);
  while (!tally.all_complete() && !failed) {
    counter.update(tally);
    if (++looks % kLooksAlone != 0) continue;
    std::this_thread::yield();  // the awaited thread may be on this core: ours, or another one of the program
    backoff.wait(unconfirmed(tally));
    failed = counter.has_failed();
    wait.check();
  }
  if (failed) fail(call);
}

template <class Kind>
void TxEndpoint::wait_for_room(Kind& tally, Counter& counter, const char* call) {
  base::wait_until(
      [&] {
        counter.update(tally);
        if (counter.has_failed()) fail(call);
        return !tally.is_crowded();
      },
      nullptr, unconfirmed(tally));
  count_wait();
}

template void TxEndpoint::wait_for_room(Tally&, Counter&, const char*);
template void TxEndpoint::wait_for_room(Writes&, Counter&, const char*);

void TxEndpoint::wait_written() { wait_for(writes_, written_, "write"); }

void TxEndpoint::wait_read() {
  const std::uint64_t goal = bundled_reads_.begun();  // those that another thread begins meanwhile may stay in a bundle
  leave();
  wait_for(reads_, read_, "read");
  if (bundled_reads_.all_settled()) return;
  wait_answers();
  bundled_reads_.settle(goal);
}

void TxEndpoint::wait_answers() {
  int looks = 0;
  LongWait wait(gate_);
  base::wait_until(
      [&] {
        if (requests_.all_complete()) return true;
        if (++looks % kLooksAlone == 0) wait.check();
        return false;
      },
      nullptr, unconfirmed(requests_));
}

/// Posts reads behind the writes that were not acknowledged.
void TxEndpoint::post_flush() {
  delivery_.flush(reads_, [&](int pe) { post_read(pe, domain_.flush_target(pe), &sink_, sizeof sink_, nullptr); });
}

void TxEndpoint::quiet_wire() {
  leave();
  flush_devices();
  post_flush();
  wait_read();
  wait_written();
  wait_answers();
}

void TxEndpoint::quiet() {
  const std::uint64_t goal = calls_.begun();
  quiet_wire();
  if (memkind::copies_begun.load(std::memory_order_acquire)) memkind::finish_copies();
  calls_.settle(goal);
  predict_burst();
}

/// Called at the end of a quiet. A program that sent a burst of small operations before it is likely to send another
/// one, whose first operation should join a bundle, too. One more call is counted as begun, so that this write finds
/// the endpoint busy and does not leave alone; the next quiet settles that call.
void TxEndpoint::predict_burst() {
  const bool many = bundles_.had_burst.load(std::memory_order_relaxed);
  bundles_.expects_burst.store(many, std::memory_order_relaxed);
  if (!many) return;
  bundles_.had_burst.store(false, std::memory_order_relaxed);
  calls_.begin();
}

bool TxEndpoint::test_quiet() {
  const std::uint64_t goal = calls_.begun();
  leave();
  flush_devices();
  post_flush();
  domain_.driving();
  const bool under_way = work();
  domain_.handle_received();
  if (under_way) {
    if (written_.has_failed() || read_.has_failed()) fail("quiet");
    return false;
  }
  if (!requests_.all_complete()) return false;
  if (memkind::copies_begun.load(std::memory_order_acquire)) memkind::finish_copies();
  calls_.settle(goal);
  return true;
}

bool TxEndpoint::leads_messages() const {
  return delivery_.ordered() && this == &domain_.endpoint() && device_writes_.all_settled();
}

void TxEndpoint::fence() {
  // The provider keeps writes in order, and messages behind the writes of the same endpoint; but a write may be there
  // before an earlier message is handled, so go_ahead() waits for the answers where a write comes.
  if (!leads_messages()) return quiet();
  leave();
  if (!requests_.all_complete()) fences_.begin();
  if (memkind::copies_begun.load(std::memory_order_acquire)) memkind::finish_copies();
}

void TxEndpoint::before_write() {
  leave();
  if (has_bundles_ && !requests_.all_complete()) wait_answers();
  if ((!delivery_.ordered() && !idle()) || !device_writes_.all_settled()) quiet();
}

void TxEndpoint::before_message() {
  leave();
  if (!leads_messages()) quiet();
}

}  // namespace isthmus::ofi
