#include "transport/ofi/endpoint.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <thread>

#include "base/error.hpp"
#include "base/wait.hpp"
#include "memkind/copies.hpp"
#include "transport/ofi/atomic.hpp"
#include "transport/ofi/endpoint_parts.hpp"
#include "transport/ofi/scatter.hpp"

namespace isthmus::ofi {

namespace {

Handle<fid_cntr> open_counter(fid_domain* domain) {
  fi_cntr_attr attr{};
  attr.events = FI_CNTR_EVENTS_COMP;
  attr.wait_obj = FI_WAIT_NONE;
  fid_cntr* counter = nullptr;
  check("fi_cntr_open", fi_cntr_open(domain, &attr, &counter, nullptr));
  return Handle<fid_cntr>(counter);
}

constexpr int kLooksAlone = 16;
constexpr int kLongWait = 4000;  // looks, after which others must hold back
/// Writes of so many bytes ask for their acknowledgement: tcp moves a window of them a fifth faster than with a read
/// behind them, while for small ones the acknowledgements cost more than that read.
constexpr std::size_t kAcknowledged = 256 << 10;

/// Until everything that was begun is done: the counters do not tell which operation was the last. `seen` is how far
/// the counter was when somebody last looked, and saves a look, which costs a system call.
bool wait_for(fid_cntr* counter, const std::atomic<std::uint64_t>& begun, std::atomic<std::uint64_t>& seen,
              std::atomic<int>& gate) {
  int looks = 0;
  bool failed = false;
  base::Backoff backoff;
  // Reading the counter lets this endpoint work, which is what is waited for; the rest of the job gets its turn, too.
  while (seen.load(std::memory_order_acquire) < begun.load(std::memory_order_acquire) && !failed) {
    seen.store(fi_cntr_read(counter), std::memory_order_release);
    if (++looks % kLooksAlone != 0) continue;
    std::this_thread::yield();  // the awaited thread may be on this core: ours, or another one of the program
    backoff.wait();
    failed = fi_cntr_readerr(counter) != 0;
    if (looks == kLongWait) gate.fetch_add(1);
  }
  if (looks >= kLongWait) gate.fetch_sub(1);
  return !failed;
}

}  // namespace

Endpoint::Endpoint(Domain& domain, std::unique_ptr<Parts> parts) : domain_(domain), parts_(std::move(parts)) {
  handle_ = parts_->endpoint.get();
  if (domain.quirks().inject_is_honest && domain.offsets()) inject_ = handle_->rma->inject;
}

Endpoint::~Endpoint() { domain_.forget(*this); }

std::unique_ptr<Endpoint> Domain::make_endpoint() {
  auto parts = std::make_unique<Endpoint::Parts>(n_pes_);
  fi_cq_attr attr{};
  attr.format = FI_CQ_FORMAT_DATA;
  attr.wait_obj = FI_WAIT_NONE;
  fid_cq* cq = nullptr;
  check("fi_cq_open", fi_cq_open(domain_.get(), &attr, &cq, nullptr));
  parts->cq.reset(cq);
  parts->written = open_counter(domain_.get());
  parts->read = open_counter(domain_.get());
  parts->endpoint = open_endpoint(cq, 128, 8);
  check("fi_ep_bind (writes)", fi_ep_bind(parts->endpoint.get(), &parts->written->fid, FI_WRITE));
  check("fi_ep_bind (reads)", fi_ep_bind(parts->endpoint.get(), &parts->read->fid, FI_READ));
  check("fi_enable", fi_enable(parts->endpoint.get()));
  parts->inject_bytes = info().tx_attr->inject_size;
  parts->most = info().ep_attr->max_msg_size;
  std::unique_ptr<Endpoint> made(new Endpoint(*this, std::move(parts)));
  const std::lock_guard lock(fronts_mutex_);
  fronts_.push_back(made.get());
  return made;
}

void Domain::forget(Endpoint& endpoint) {
  const std::lock_guard lock(fronts_mutex_);
  std::erase(fronts_, &endpoint);
}

bool Domain::work_on_fronts() {
  const std::lock_guard lock(fronts_mutex_);
  bool more = false;
  for (Endpoint* front : fronts_) more |= front->work();
  return more;
}

bool Endpoint::work() {
  const auto look = [](fid_cntr* counter, const auto& begun, auto& seen) {
    const std::uint64_t goal = begun.load(std::memory_order_acquire);
    if (seen.load(std::memory_order_relaxed) >= goal) return false;
    const std::uint64_t now = fi_cntr_read(counter);
    seen.store(now, std::memory_order_release);
    return now < goal;
  };
  const bool writes = look(parts_->written.get(), writes_, written_);
  const bool reads = look(parts_->read.get(), reads_, read_);
  return writes || reads;
}

fid_cq* Endpoint::completions() const { return parts_->cq.get(); }

void Endpoint::fail(const char* call, ssize_t result, int pe) {
  // Most often the peer has died, and the launcher or the lifeline is about to say which and to end the job.
  std::this_thread::sleep_for(std::chrono::seconds(3));
  base::fatal(call,
              base::text("PE %d cannot be reached any more: %s%s", pe, library().strerror(static_cast<int>(-result)),
                         domain_.why_no_hmem().empty() ? "; or the provider cannot do with device memory: try "
                                                         "SHMEM_OFI_HMEM=off"
                                                       : ""));
}

/// Calls `post` until the provider has room.
template <class Post>
static ssize_t insist(Post&& post, fid_cntr* counter) {
  ssize_t result = post();
  if (result == -FI_EAGAIN)
    base::wait_until([&] {
      fi_cntr_read(counter);  // progress of this endpoint
      return (result = post()) != -FI_EAGAIN;
    });
  return result;
}

/// Before the operation is given to the provider, which may count it as done before another thread looks again.
void Endpoint::begin_write() { writes_.fetch_add(1, std::memory_order_relaxed); }

/// After the operation was given to the provider: another thread's quiet that sees the mark, or settles the operation,
/// must come behind it. `dirty`: it will be counted before it is delivered.
void Endpoint::write_given(int pe, bool dirty) {
  if (dirty) {
    std::atomic<std::uint64_t>& word = parts_->dirty[static_cast<std::size_t>(pe) / 64];
    const std::uint64_t bit = std::uint64_t{1} << (pe % 64);
    // The provider's lock is between here and whoever takes the mark, so what is seen of it is not too old.
    if (!(word.load(std::memory_order_relaxed) & bit)) word.fetch_or(bit, std::memory_order_relaxed);
  }
  begun_.fetch_add(1, std::memory_order_release);
}

void Endpoint::injected(ssize_t result, int pe, Target to, const void* from, std::size_t bytes) {
  begin_write();
  if (result != 0) [[unlikely]]
    inject_again(result, pe, to, from, bytes);
  write_given(pe, true);
}

void Endpoint::inject_again(ssize_t result, int pe, Target to, const void* from, std::size_t bytes) {
  if (result == -FI_EAGAIN)
    result = insist(
        [&] { return handle_->rma->inject(handle_, from, bytes, static_cast<fi_addr_t>(pe), to.address, to.key); },
        parts_->written.get());
  if (result != 0) fail("fi_inject_write", result, pe);
}

void Endpoint::write(int pe, Target to, const void* from, std::size_t bytes) {
  if (bytes <= parts_->inject_bytes) return write_small(pe, to, from, bytes);
  write_large(pe, to, from, bytes, 0);
  wait_written();
}

/// At most inject_bytes, which the provider copies.
void Endpoint::write_small(int pe, Target to, const void* from, std::size_t bytes) {
  // The first write after a quiet asks for its acknowledgement, since another quiet is likely to follow at once and has
  // then nothing more to send. Of many in a row, the rest go without, and quiet reads behind them.
  const bool first = idle();
  begin_write();
  if (domain_.quirks().inject_is_honest && !first) {
    inject_again(-FI_EAGAIN, pe, to, from, bytes);
    return write_given(pe, true);
  }
  const iovec local{const_cast<void*>(from), bytes};
  const fi_rma_iov remote{to.address, bytes, to.key};
  const fi_msg_rma message{&local, nullptr, 1, static_cast<fi_addr_t>(pe), &remote, 1, nullptr, 0};
  const ssize_t result =
      insist([&] { return fi_writemsg(handle_, &message, FI_INJECT | FI_DELIVERY_COMPLETE); }, parts_->written.get());
  if (result != 0) fail("fi_writemsg", result, pe);
  write_given(pe, false);
}

void Endpoint::write_later(int pe, Target to, const void* from, std::size_t bytes) {
  if (bytes <= parts_->inject_bytes) return write_small(pe, to, from, bytes);
  // Nobody waits for it before quiet, which then has nothing to send behind it.
  write_large(pe, to, from, bytes, bytes >= kAcknowledged ? FI_DELIVERY_COMPLETE : 0);
}

void Endpoint::write_large(int pe, Target to, const void* from, std::size_t bytes, std::uint64_t flags,
                           void* descriptor) {
  if (!domain_.quirks().flush_by_read) flags |= FI_DELIVERY_COMPLETE;
  while (gate_.load(std::memory_order_relaxed) > 0) std::this_thread::yield();
  for (std::size_t at = 0; at < bytes;) {
    const std::size_t now = std::min(bytes - at, parts_->most);
    begin_write();
    const iovec local{static_cast<char*>(const_cast<void*>(from)) + at, now};
    const fi_rma_iov remote{to.address + at, now, to.key};
    const fi_msg_rma message{
        &local, descriptor ? &descriptor : nullptr, 1, static_cast<fi_addr_t>(pe), &remote, 1, nullptr, 0};
    const ssize_t result = insist([&] { return fi_writemsg(handle_, &message, flags); }, parts_->written.get());
    if (result != 0) fail("fi_writemsg", result, pe);
    write_given(pe, !(flags & FI_DELIVERY_COMPLETE));
    at += now;
  }
}

void Endpoint::write_blocks(int pe, const Region& region, Blocks blocks) {
  // Messages need the target's progress. So do writes where a read behind them tells of their arrival; others may not.
  const bool by_message = domain_.quirks().flush_by_read && fits_scatter(blocks);
  while (blocks.count > 0) {
    std::size_t done = 1;
    if (by_message) {
      requests_.fetch_add(1, std::memory_order_relaxed);
      done = send_scatter(domain_.channel(), pe, region, blocks, this);
      begun_.fetch_add(1, std::memory_order_release);
    } else {
      write_later(pe, region.at(pe, blocks.offset), blocks.from, blocks.bytes);
    }
    blocks.count -= done;
    blocks.offset += done * blocks.there_step;
    blocks.from += done * blocks.here_step;
  }
  if (!by_message) wait_written();
}

/// One that is counted in reads_ already.
void Endpoint::post_read(int pe, Target from, void* into, std::size_t bytes, void* descriptor) {
  const ssize_t result = insist(
      [&] {
        return fi_read(handle_, into, bytes, descriptor, static_cast<fi_addr_t>(pe), from.address, from.key, nullptr);
      },
      parts_->read.get());
  if (result != 0) fail("fi_read", result, pe);
}

void Endpoint::read_through(int pe, Target from, void* into, std::size_t bytes, void* descriptor) {
  while (gate_.load(std::memory_order_relaxed) > 0) std::this_thread::yield();
  for (std::size_t at = 0; at < bytes;) {
    const std::size_t now = std::min(bytes - at, parts_->most);
    reads_.fetch_add(1, std::memory_order_relaxed);
    post_read(pe, {from.address + at, from.key}, static_cast<char*>(into) + at, now, descriptor);
    at += now;
  }
  begun_.fetch_add(1, std::memory_order_release);
}

void Endpoint::read_later(int pe, Target from, void* into, std::size_t bytes) {
  read_through(pe, from, into, bytes, nullptr);
}

void Endpoint::read(int pe, Target from, void* into, std::size_t bytes) {
  read_later(pe, from, into, bytes);
  wait_read();
}

void Endpoint::wait_written() {
  domain_.driving();
  if (!wait_for(parts_->written.get(), writes_, written_, gate_)) fail("write", -FI_EIO, -1);
}

void Endpoint::wait_read() {
  domain_.driving();
  if (!wait_for(parts_->read.get(), reads_, read_, gate_)) fail("read", -FI_EIO, -1);
}

void Endpoint::wait_answers() {
  base::wait_until(
      [&] { return answers_.load(std::memory_order_acquire) >= requests_.load(std::memory_order_acquire); });
}

void Endpoint::flush_dirty() {
  for (std::size_t i = 0; i < parts_->dirty.size(); ++i) {
    std::atomic<std::uint64_t>& word = parts_->dirty[i];
    for (std::uint64_t left = word.load(std::memory_order_acquire); left; left &= left - 1) {
      const std::uint64_t bit = left & -left;
      const int pe = static_cast<int>(i) * 64 + std::countr_zero(bit);
      // Counted before the mark goes: another thread's quiet must see the one or the other.
      reads_.fetch_add(1, std::memory_order_acq_rel);
      if (word.fetch_and(~bit, std::memory_order_acq_rel) & bit)
        post_read(pe, domain_.flush_target(pe), &parts_->sink, sizeof parts_->sink, nullptr);
      else
        reads_.fetch_sub(1, std::memory_order_acq_rel);
    }
  }
}

void Endpoint::quiet_wire() {
  flush_devices();
  if (domain_.quirks().flush_by_read) flush_dirty();
  wait_read();
  wait_written();
  wait_answers();
}

void Endpoint::quiet() {
  const std::uint64_t goal = begun_.load(std::memory_order_acquire);
  quiet_wire();
  if (memkind::copies_begun.load(std::memory_order_acquire)) memkind::finish_copies();
  std::uint64_t settled = settled_.load(std::memory_order_relaxed);
  while (settled < goal && !settled_.compare_exchange_weak(settled, goal, std::memory_order_release)) {
  }
}

void Endpoint::fence() {
  // The provider keeps writes in order, and messages behind the writes of the same endpoint; but a write may be there
  // before an earlier message is handled, and a message of the default endpoint before the writes of another.
  if (!domain_.quirks().flush_by_read || this != &domain_.endpoint() || !devices_settled()) return quiet();
  wait_answers();
  if (memkind::copies_begun.load(std::memory_order_acquire)) memkind::finish_copies();
}

void Endpoint::before_write() {
  if ((!domain_.quirks().flush_by_read && !idle()) || !devices_settled()) quiet();
}

void Endpoint::before_message() {
  if (!domain_.quirks().flush_by_read || this != &domain_.endpoint() || !devices_settled()) quiet();
}

bool Endpoint::native(const AtomicRequest& request) const {
  return domain_.quirks().cpu_atomics && supports(handle_, request);
}

std::uint64_t Endpoint::fetch_atomic(const AtomicRequest& request) {
  if (!native(request)) {
    Pending pending{this, nullptr, request.bytes};
    requests_.fetch_add(1, std::memory_order_relaxed);
    send_request(domain_.channel(), request, &pending);
    base::wait_until([&] { return pending.done.load(std::memory_order_acquire); });
    return pending.value;
  }
  std::uint64_t old = 0;
  reads_.fetch_add(1, std::memory_order_relaxed);
  const ssize_t result = insist([&] { return post_fetch(handle_, request, &old); }, parts_->read.get());
  if (result != 0) fail("fi_fetch_atomic", result, request.pe);
  wait_read();
  return old;
}

void Endpoint::atomic_later(const AtomicRequest& request, void* result) {
  if (!native(request)) {
    requests_.fetch_add(1, std::memory_order_relaxed);
    begun_.fetch_add(1, std::memory_order_release);
    auto* pending = result ? new Pending{this, result, request.bytes} : nullptr;
    if (pending)
      send_request(domain_.channel(), request, pending);
    else
      send_forgotten(domain_.channel(), request, this);
    return;
  }
  if (result) {
    const std::uint64_t old = fetch_atomic(request);
    std::memcpy(result, &old, request.bytes);
    return;
  }
  begin_write();
  const ssize_t posted = insist([&] { return post_atomic(handle_, request); }, parts_->written.get());
  if (posted != 0) fail("fi_inject_atomic", posted, request.pe);
  write_given(request.pe, true);
}

}  // namespace isthmus::ofi
