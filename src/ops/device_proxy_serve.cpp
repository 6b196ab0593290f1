// The device proxy's thread, which serves the requests of other PEs. It takes a few at a time, so that device copies
// for one request overlap with transfers on the wire for another, and each device is synchronised once per batch.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/wait.hpp"
#include "ops/device_proxy.hpp"

namespace isthmus::ops {
namespace {

constexpr std::size_t kBatch = 4;
constexpr int kIdlePolls = 100;  // polls that find no request before the thread sleeps

template <class T>
T changed(ofi::Atomic op, T old, T operand, T compare) {
  switch (op) {
    case ofi::Atomic::fetch:
      return old;
    case ofi::Atomic::set:
    case ofi::Atomic::swap:
      return operand;
    case ofi::Atomic::compare_swap:
      return old == compare ? operand : old;
    case ofi::Atomic::add:
      return static_cast<T>(old + operand);
    case ofi::Atomic::bit_and:
      return old & operand;
    case ofi::Atomic::bit_or:
      return old | operand;
    case ofi::Atomic::bit_xor:
      return old ^ operand;
  }
  return old;
}

template <class T>
void carry_out(const ProxyRequest& request, memkind::Place word, char* old_value) {
  T old;
  if (std::uint64_t seen; change_word(word, request.op, sizeof(T), request.operand, request.compare, seen)) {
    old = static_cast<T>(seen);
    std::memcpy(old_value, &old, sizeof old);
    return;
  }
  memkind::copy({memkind::kHost, reinterpret_cast<char*>(&old)}, word, sizeof old);
  T next = changed<T>(request.op, old, static_cast<T>(request.operand), static_cast<T>(request.compare));
  if (next != old) memkind::copy(word, {memkind::kHost, reinterpret_cast<char*>(&next)}, sizeof next);
  std::memcpy(old_value, &old, sizeof old);
}

/// Whether the request's bytes are a whole number of pieces, the last of which ends within `room` bytes.
bool fits(const ProxyRequest& request, std::size_t room) {
  if (request.piece == 0) return request.bytes <= room;
  const std::size_t pieces = request.bytes / request.piece;
  std::size_t last = 0, end = 0;
  return pieces > 0 && pieces * request.piece == request.bytes &&
         !__builtin_mul_overflow(pieces - 1, request.step, &last) &&
         !__builtin_add_overflow(last, request.piece, &end) && end <= room;
}

/// Whether the request's fields agree with one another: an atomic has one word of 4 or 8 bytes, and only a put carries
/// data, either all of it or none.
bool consistent(const ProxyRequest& request) {
  switch (request.what) {
    case ProxyRequest::put:
      return request.carried == 0 || request.carried == request.bytes;
    case ProxyRequest::get:
      return request.carried == 0;
    case ProxyRequest::atomic:
      return request.carried == 0 && (request.word == 4 || request.word == 8) && request.bytes == request.word &&
             request.piece == 0;
    case ProxyRequest::answer:
      break;
  }
  return false;
}

}  // namespace

struct DeviceProxy::Job {
  ProxyRequest request{};
  std::vector<std::byte> message{};  ///< the whole message if the request came by the wire, else empty
  const memory::Segment* segment = nullptr;
  char* host = nullptr;  ///< the data in host memory: the sender's slot, the message or a staging slot

  char* device() const { return reinterpret_cast<char*>(segment->base + request.offset); }
  bool by_wire() const { return !message.empty(); }
  bool carried() const { return request.bytes <= kCarried; }
};

void DeviceProxy::work() {
  handles_messages = false;
  for (int idle_polls = 0; !stop_.load();) {
    const std::uint32_t seen = mine_.doorbell.load();
    if (serve()) {
      idle_polls = 0;
    } else if (++idle_polls >= kIdlePolls || !base::give_way()) {
      mine_.asleep.store(1);
      if (!stop_.load()) syscall(SYS_futex, &mine_.doorbell, FUTEX_WAIT, seen, nullptr, nullptr, 0);
      mine_.asleep.store(0);
    }
  }
  staging_slots_.clear();
  for (const auto& [kind, queue] : queues_) kind->device->close_queue(queue);
}

bool DeviceProxy::serve() {
  std::vector<Job> jobs;
  if (!take_requests(jobs)) return false;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    Job& job = jobs[i];
    job.host = !job.by_wire() ? reinterpret_cast<char*>(area(job.request.source).blocks[job.request.slot].data())
               : job.request.carried > 0 ? reinterpret_cast<char*>(job.message.data() + sizeof(ProxyRequest))
                                         : staging_slot(*job.segment->kind, i);
    fetch(job);
  }
  finish_queues();
  if (std::exchange(reading_, false)) endpoint_->wait_read();
  for (Job& job : jobs) deliver(job);
  finish_queues();
  if (std::exchange(writing_, false)) endpoint_->quiet_wire();
  for (Job& job : jobs) answer(job);
  return true;
}

bool DeviceProxy::take_requests(std::vector<Job>& jobs) {
  Job job;
  while (jobs.size() < kBatch) {
    const node::Ring::Record record = ring_.front();
    if (!record) break;
    if (accept(record.data, record.bytes, job)) jobs.push_back(job);
    ring_.pop();
  }
  const std::lock_guard lock(arriving_);
  while (jobs.size() < kBatch && !arrived_.empty()) {
    job = Job{};
    job.message = std::move(arrived_.front());
    arrived_.pop_front();
    if (accept(job.message.data(), job.message.size(), job)) jobs.push_back(std::move(job));
  }
  return !jobs.empty();
}

/// Whether the bytes are a request that can be served. They come from another process, so every field is checked.
bool DeviceProxy::accept(const void* bytes, std::size_t n, Job& job) const {
  ProxyRequest& request = job.request;
  std::memcpy(&request, bytes, std::min(n, sizeof request));
  const memory::Partition* partition = n < sizeof request ? nullptr : memory_.partition(request.partition);
  job.segment = partition ? &partition->segment() : nullptr;
  // The sender of a request in the ring has its slots in memory of this node, which is mapped here.
  const bool known_source =
      request.source >= 0 && request.source < n_pes_ && (job.by_wire() || on_node(request.source));
  if (job.segment && job.segment->kind->device && consistent(request) && request.slot < Area::kSlots && known_source &&
      request.bytes <= kBlock && request.offset <= job.segment->size &&
      fits(request, job.segment->size - request.offset))
    return true;
  base::say(base::text("dropped a request of PE %d to no device memory of this PE", request.source));
  return false;
}

/// Begins the copies between job.host and device memory, piece by piece.
void DeviceProxy::copy_pieces(const Job& job, bool to_device) {
  const memkind::Kind& kind = *job.segment->kind;
  const ProxyRequest& request = job.request;
  const std::size_t piece = request.piece ? request.piece : request.bytes;
  char *host = job.host, *device = job.device();
  for (const char* end = host + request.bytes; host < end; host += piece, device += request.step)
    kind.device->copy(queue(kind), to_device ? device : host, to_device ? host : device, piece);
}

/// First step: begins to bring the data to job.host, from the device for a get, from the sender's slot for a put.
void DeviceProxy::fetch(Job& job) {
  if (job.request.what == ProxyRequest::get)
    copy_pieces(job, false);
  else if (job.request.what == ProxyRequest::put && job.by_wire() && job.request.carried == 0) {
    endpoint().read_later(job.request.source, slot_of(job), job.host, job.request.bytes);
    reading_ = true;
  }
}

/// Second step: begins to bring the data from job.host to its destination, the device for a put, the sender's slot for
/// a get. An atomic is carried out here.
void DeviceProxy::deliver(Job& job) {
  const memkind::Kind& kind = *job.segment->kind;
  const memkind::Place there{kind, job.device()};
  if (job.request.what == ProxyRequest::put) {
    copy_pieces(job, true);
  } else if (job.request.what == ProxyRequest::atomic) {
    const DeviceLock lock(memory_.internal(), me_, job.request.offset);
    job.request.word == 8 ? carry_out<std::uint64_t>(job.request, there, job.host)
                          : carry_out<std::uint32_t>(job.request, there, job.host);
  } else if (job.by_wire() && !job.carried()) {
    endpoint().write_later(job.request.source, slot_of(job), job.host, job.request.bytes);
    writing_ = true;
  }
}

void DeviceProxy::answer(Job& job) {
  if (!job.by_wire()) {
    auto& slot = area(job.request.source).slots[job.request.slot].state;
    return slot.store(job.request.what == ProxyRequest::put ? unused : answered, std::memory_order_release);
  }
  ProxyRequest reply;
  reply.what = ProxyRequest::answer;
  reply.slot = job.request.slot;
  if (job.request.what != ProxyRequest::put && job.carried()) reply.carried = job.request.bytes;
  alignas(8) ProxyMessage message;
  std::memcpy(message.data(), &reply, sizeof reply);
  std::memcpy(message.data() + sizeof reply, job.host, reply.carried);
  base::wait_until([&] { return wire_->try_send(job.request.source, message.data(), sizeof reply + reply.carried); });
}

char* DeviceProxy::staging_slot(const memkind::Kind& kind, std::size_t number) {
  std::deque<memkind::Staging>& blocks = staging_slots_[&kind];
  while (blocks.size() <= number) blocks.emplace_back(kind, kBlock);
  return blocks[number].get();
}

memkind::Queue* DeviceProxy::queue(const memkind::Kind& kind) {
  memkind::Queue*& open = queues_[&kind];
  if (!open) open = kind.device->open_queue();
  return open;
}

void DeviceProxy::finish_queues() {
  for (const auto& [kind, open] : queues_) kind->device->finish(open);
}

ofi::Endpoint& DeviceProxy::endpoint() {
  if (!endpoint_) endpoint_ = make_endpoint_();
  return *endpoint_;
}

ofi::Target DeviceProxy::slot_of(const Job& job) const {
  const std::uintptr_t offset =
      comm::kProxyOffset + offsetof(Area, blocks) + job.request.slot * sizeof(Area::blocks[0]);
  return memory_.internal().wire.at(job.request.source, offset);
}

}  // namespace isthmus::ops
