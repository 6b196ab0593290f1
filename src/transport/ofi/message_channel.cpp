#include "transport/ofi/message_channel.hpp"

#include <algorithm>
#include <cstring>

#include "base/arrivals.hpp"
#include "base/error.hpp"
#include "base/log.hpp"
#include "transport/ofi/counter.hpp"
#include "transport/ofi/domain.hpp"
#include "transport/ofi/requests.hpp"
#include "transport/ofi/tx_endpoint.hpp"
#include "transport/ofi/unknown_peers.hpp"

namespace isthmus::ofi {
namespace {

/// Before each message on the wire.
struct [[gnu::packed]] Envelope {
  std::uint64_t token;
  std::uint32_t source;
};

constexpr std::size_t kWire = Channel::kMaxOnWire;
static_assert(sizeof(Envelope) + Channel::kMaxMessage <= kWire && Channel::kFrame + Channel::kMaxMessage <= kWire);
constexpr std::size_t kReceiveBytes = std::size_t{1} << 20;
constexpr std::size_t kReceiveBuffers = 2;  // one is filled while the other's last messages are handled
constexpr std::size_t kMostShort = 1024;    // receive buffers of one message (Quirks::wakes_one)
constexpr std::size_t kMostAside = 8;
constexpr std::size_t kSendBuffers = 32;
constexpr std::size_t kSmall = 256;     // bytes that are composed on the stack
constexpr unsigned kTxTurn = 8;         // polls of the receiving endpoint for one of the transmitting ones
constexpr std::uint64_t kGrace = 3000;  // milliseconds in which somebody else may say why a message was lost

}  // namespace

MessageChannel::MessageChannel(Domain& domain)
    : domain_(domain),
      known_(domain.addresses().known()),
      sender_(domain.default_endpoint().handle()),
      inject_(sender_->msg->inject),
      received_queue_(domain.rx_cq()),
      read_queue_(received_queue_->ops->read),
      inject_bytes_(domain.info().tx_attr->inject_size),
      releases_early_(domain.quirks().releases_early),
      short_buffers_(domain.quirks().wakes_one ? std::min(static_cast<std::size_t>(domain.n_pes()), kMostShort) : 0) {
  for (std::uint32_t type = 0; type < kTypes; ++type)
    frames_[type] = {domain.token(), static_cast<std::uint32_t>(domain.my_pe()), type};
  std::size_t least = kWire;
  check("fi_setopt",
        fi_setopt(&domain.rx_endpoint()->fid, FI_OPT_ENDPOINT, FI_OPT_MIN_MULTI_RECV, &least, sizeof least));
  for (std::size_t i = 0; i < kReceiveBuffers; ++i) add_receive_buffer(kReceiveBytes);
  for (std::size_t i = 0; i < kSendBuffers; ++i) {
    send_buffers_.push_back(std::make_unique<Buffer>(kWire));
    unused_.push_back(send_buffers_.back().get());
  }
  post_receives();
}

MessageChannel::~MessageChannel() = default;

// ---- Sending ----

bool MessageChannel::try_send(int pe, const void* bytes, std::size_t n) {
  if (n > kMaxMessage) base::fatal("message", base::text("%zu bytes are more than a message holds", n));
  Envelope envelope{domain_.token(), static_cast<std::uint32_t>(domain_.my_pe())};
  const std::size_t whole = sizeof envelope + n;
  if (whole > kSmall || whole > inject_bytes_)
    return send_buffered(pe, {{&envelope, sizeof envelope}, {const_cast<void*>(bytes), n}});
  char small[kSmall];
  std::memcpy(small, &envelope, sizeof envelope);
  std::memcpy(small + sizeof envelope, bytes, n);
  return inject(pe, small, whole);
}

bool MessageChannel::try_send_framed(int pe, Type type, void* message, std::size_t n) {
  const Framed framed{this, message, n, pe};
  asm volatile("" : : "m"(framed));  // has the compiler store it, where it would else save registers for the parts
  if (try_inject_framed(pe, type, message, n)) [[likely]]
    return true;
  return send_framed(framed);
}

bool MessageChannel::send_framed(const Framed& framed) {
  const std::size_t whole = kFrame + framed.bytes;
  if (whole <= framed.channel->inject_bytes_) return framed.channel->inject(framed.pe, framed.message, whole);
  if (framed.bytes > kMaxMessage)
    base::fatal("message", base::text("%zu bytes are more than a message holds", framed.bytes));
  return framed.channel->send_buffered(framed.pe, {{framed.message, whole}});
}

/// The provider copies the bytes.
bool MessageChannel::inject(int pe, const void* bytes, std::size_t n) {
  const ssize_t result = inject_(sender_, bytes, n, domain_.addresses().of(pe));
  if (result == 0) [[likely]]
    return true;
  no_room(result, pe);
  return false;
}

/// The provider takes the bytes from a buffer of ours.
bool MessageChannel::send_buffered(int pe, std::initializer_list<iovec> parts) {
  const std::lock_guard lock(sending_);
  if (unused_.empty()) {
    polls_ = kTxTurn - 1;  // look for them next time
    return false;
  }
  Buffer& buffer = *unused_.back();
  iovec place{buffer.bytes.get(), 0};
  for (const iovec& part : parts) {
    std::memcpy(buffer.bytes.get() + place.iov_len, part.iov_base, part.iov_len);
    place.iov_len += part.iov_len;
  }
  const fi_msg message{&place, nullptr, 1, domain_.addresses().of(pe), &buffer, 0};
  const ssize_t result = fi_sendmsg(sender_, &message, FI_COMPLETION);
  if (result == 0)
    unused_.pop_back();
  else
    no_room(result, pe);
  return result == 0;
}

void MessageChannel::no_room(ssize_t result, int pe) {
  if (result != -FI_EAGAIN) lose(base::text("to PE %d", pe), static_cast<int>(-result));
  polls_ = kTxTurn - 1;
}

/// A message has not left, or has left and failed. Most often its PE has died, and the launcher or the lifeline is
/// about to say so and to end the job; else give_up() will.
void MessageChannel::lose(const std::string& which, int error) {
  base::debug(base::text("a message %s failed: %s", which.c_str(), library().strerror(error)));
  const std::lock_guard lock(losing_);
  if (lost_at_ != 0) return;
  lost_ = base::text("a message %s was lost: %s", which.c_str(), reason(error).c_str());
  if (!base::is_no_descriptor(error)) lost_ += "; a peer, or the network between, is gone";
  lost_at_ = base::ticks();
}

void MessageChannel::give_up() {
  const std::lock_guard lock(losing_);
  if (lost_at_ != 0 && base::ticks() - lost_at_ > kGrace * base::ticks_in_ms()) base::fatal("message", lost_);
}

/// Takes back the send buffers whose messages are out. False when there were none.
bool MessageChannel::collect_sent() {
  fi_cq_data_entry entries[16];
  fid_cq* cq = domain_.default_endpoint().completions();
  Receiving may_receive(domain_.quirks().shared_progress);
  std::unique_lock receiving(may_receive, std::try_to_lock);
  if (!receiving) return false;
  const ssize_t n = fi_cq_read(cq, entries, std::size(entries));
  receiving.unlock();
  if (n == -FI_EAVAIL) handle_error(cq);
  const std::lock_guard lock(sending_);
  for (ssize_t i = 0; i < n; ++i)
    if (entries[i].flags & FI_SEND)
      unused_.push_back(static_cast<Buffer*>(entries[i].op_context));
    else if (entries[i].op_context)
      domain_.default_endpoint().count(entries[i].op_context);
  return n > 0;
}

void MessageChannel::collect_all_sent() {
  const std::unique_lock lock(polling_, std::try_to_lock);
  while (lock && collect_sent()) {
  }
}

// ---- Receiving ----

void MessageChannel::add_receive_buffer(std::size_t bytes) {
  receive_buffers_.push_back(std::make_unique<ReceiveBuffer>(bytes));
  unposted_.push_back(receive_buffers_.back().get());
}

/// Gives the provider the buffers that it does not have; those that it does not take now are tried again by the next
/// poll.
void MessageChannel::post_receives() {
  const std::unique_lock receiving(base::arrivals, std::try_to_lock);  // the provider may fill the buffer in this call
  while (receiving && !unposted_.empty()) {
    ReceiveBuffer& buffer = *unposted_.back();
    buffer.received = buffer.end = 0;
    buffer.is_released = buffer.is_set_aside = false;
    const iovec place{buffer.bytes.get(), buffer.size};
    const fi_msg message{&place, nullptr, 1, FI_ADDR_UNSPEC, &buffer, 0};
    const ssize_t result = fi_recvmsg(domain_.rx_endpoint(), &message, FI_MULTI_RECV);
    if (result == -FI_EAGAIN) break;
    if (result != 0) base::fatal("fi_recvmsg", library().strerror(static_cast<int>(-result)));
    unposted_.pop_back();
  }
  has_unposted_.store(!unposted_.empty(), std::memory_order_relaxed);
}

void MessageChannel::receive(const char* bytes, std::size_t n) {
  Envelope envelope;
  if (n <= sizeof envelope) return say_dropped(Unknown::message, base::text("a malformed message of %zu bytes", n));
  std::memcpy(&envelope, bytes, sizeof envelope);
  const auto type = static_cast<std::uint8_t>(bytes[sizeof envelope]);
  if (envelope.token != domain_.token() || envelope.source >= static_cast<std::uint32_t>(domain_.n_pes()))
    return say_dropped(Unknown::message, "a message from outside of the job");
  if (type >= kTypes || !receivers_[type].handler)
    return say_dropped(Unknown::message, base::text("a message of unknown type %d from PE %u", type, envelope.source));
  const bool framed = type == layer_message || type == bundle || type == atomic_request;
  const std::size_t skipped = framed ? kFrame : sizeof envelope;
  if (n < skipped) return say_dropped(Unknown::message, base::text("a malformed message of %zu bytes", n));
  receivers_[type].handler(receivers_[type].self, static_cast<int>(envelope.source), bytes + skipped, n - skipped);
}

/// Gives the provider another buffer for one in which a message has failed. That one may still be written to, by
/// messages that are arriving, and no completion says for certain when the last of them is there. So it rests, until
/// kMostAside others have failed.
void MessageChannel::set_aside(ReceiveBuffer& buffer) {
  if (buffer.is_set_aside) return;
  fi_cancel(&domain_.rx_endpoint()->fid, &buffer);  // where the provider has released it, it does not know it
  buffer.is_set_aside = true;
  aside_.push_back(&buffer);
  if (aside_.size() > kMostAside) {
    unposted_.push_back(aside_.front());
    aside_.pop_front();
  } else {
    add_receive_buffer(buffer.size);
  }
}

/// What failed is reported. A send buffer is used again, a receive buffer set aside.
void MessageChannel::handle_error(fid_cq* cq) {
  fi_cq_err_entry entry{};
  if (fi_cq_readerr(cq, &entry, 0) < 1) return;
  if (entry.err != FI_ECANCELED && entry.flags & FI_SEND) lose("to another PE", entry.err);
  if (!entry.op_context) return;
  if (entry.flags & (FI_RMA | FI_READ | FI_WRITE)) domain_.default_endpoint().fail_counted(entry.err);
  if (entry.flags & FI_SEND) {
    const std::lock_guard lock(sending_);
    unused_.push_back(static_cast<Buffer*>(entry.op_context));
  } else {
    base::debug(base::text("a receive failed: %s", library().strerror(entry.err)));
    set_aside(*static_cast<ReceiveBuffer*>(entry.op_context));
  }
}

/// Handles what a read of the receiving queue has returned and left in received_. The caller holds polling_.
///
/// A provider that releases a buffer early does so while messages may still be arriving in it: then it is posted again
/// only when all bytes before the end of the last message have been received.
///
/// While the provider has no buffer, the connections of all senders may come to wait for one. Where each that is posted
/// wakes one of them only, there are as many as senders, of one message each: all of them are posted again after that.
bool MessageChannel::take_received(ssize_t n) {
  if (n == -FI_EAVAIL) handle_error(received_queue_);
  for (ssize_t i = 0; i < n; ++i) {
    const fi_cq_data_entry& entry = received_[i];
    auto& buffer = *static_cast<ReceiveBuffer*>(entry.op_context);
    if ((entry.flags & FI_RECV) && entry.len > 0) {
      const char* message = static_cast<const char*>(entry.buf);
      receive(message, entry.len);
      buffer.received += entry.len;
      buffer.end = std::max(buffer.end, static_cast<std::size_t>(message - buffer.bytes.get()) + entry.len);
    }
    if (entry.flags & FI_MULTI_RECV) buffer.is_released = true;
    const bool is_complete = !releases_early_ || buffer.received == buffer.end;
    if (buffer.is_released && is_complete && !buffer.is_set_aside) [[unlikely]] {
      for (; short_buffers_ > 0; --short_buffers_) add_receive_buffer(kWire);
      unposted_.push_back(&buffer);
    }
  }
  if (!unposted_.empty()) post_receives();
  if (n > 0) domain_.requests().send_answers();
  return n > 0;
}

/// Handles what look() has read. Until polling_ is held nobody else may read more, which would be handled before.
/// Whoever holds polling_ meanwhile finds base::arrivals held, does not wait for it, and so leaves soon.
bool MessageChannel::take_looked_at(ssize_t n) {
  polling_.lock();
  const std::lock_guard lock(polling_, std::adopt_lock);
  base::arrivals.unlock();
  return take_received(n);
}

bool MessageChannel::poll() {
  const std::unique_lock lock(polling_, std::try_to_lock);
  if (!lock) return false;
  if (domain_.requests().has_answers()) domain_.requests().send_answers();
  // Transmit endpoints need a poll only now and then: whoever waits for one of them polls it, too.
  bool sent = false;
  const unsigned polls = polls_.load(std::memory_order_relaxed) + 1;
  polls_.store(polls, std::memory_order_relaxed);
  if (polls % kTxTurn == 0 || domain_.requests().has_answers() || domain_.default_endpoint().has_counted()) {
    sent = collect_sent();
    domain_.work_on_tx_endpoints();
  }
  return take_received(read_received()) || sent;
}

bool MessageChannel::busy() const {
  return domain_.requests().has_answers() || has_unposted_.load(std::memory_order_relaxed);
}

}  // namespace isthmus::ofi
