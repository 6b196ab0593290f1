#include "transport/ofi/channel.hpp"

#include <cstring>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/log.hpp"
#include "transport/ofi/atomic.hpp"
#include "transport/ofi/domain.hpp"
#include "transport/ofi/scatter.hpp"
#include "transport/ofi/unknown_peers.hpp"

namespace isthmus::ofi {
namespace {

/// Before each message on the wire.
struct [[gnu::packed]] Envelope {
  std::uint64_t token;
  std::uint32_t source;
};

constexpr std::size_t kWire = sizeof(Envelope) + Channel::kMaxMessage;
constexpr std::size_t kReceiveBytes = std::size_t{1} << 20;
constexpr std::size_t kReceiveBuffers = 2;  // one is filled while the other's last messages are handled
constexpr std::size_t kSendBuffers = 32;
constexpr unsigned kFrontTurn = 8;  // polls of the back for one of the front

struct Deferred {
  int pe;
  std::string bytes;
};

}  // namespace

struct Channel::Parts {
  explicit Parts(Domain& owner) : domain(owner) {}

  struct Receiver {
    Handler handler = nullptr;
    void* self = nullptr;
  };
  struct Buffer {
    explicit Buffer(std::size_t n) : bytes(std::make_unique_for_overwrite<char[]>(n)) {}

    std::unique_ptr<char[]> bytes;  ///< not touched before messages are
  };

  Domain& domain;
  Receiver receivers[kTypes];
  std::vector<Buffer> receive;
  std::mutex polling;           ///< one thread reads completions and runs handlers
  std::mutex sending;           ///< guards the two below
  std::vector<Buffer*> unused;  ///< send buffers
  std::vector<std::unique_ptr<Buffer>> send;
  std::deque<Deferred> deferred;
  std::atomic<bool> has_deferred = false;
  std::atomic<unsigned> polls = 0;

  void post_receive(Buffer& buffer) {
    const iovec place{buffer.bytes.get(), kReceiveBytes};
    const fi_msg message{&place, nullptr, 1, FI_ADDR_UNSPEC, &buffer, 0};
    ssize_t result = 0;
    do result = fi_recvmsg(domain.back(), &message, FI_MULTI_RECV);
    while (result == -FI_EAGAIN);
    if (result != 0) base::fatal("fi_recvmsg", library().strerror(static_cast<int>(-result)));
  }

  void receive_one(const char* bytes, std::size_t n) {
    Envelope envelope;
    if (n <= sizeof envelope) return say_dropped(Unknown::message, base::text("a malformed message of %zu bytes", n));
    std::memcpy(&envelope, bytes, sizeof envelope);
    const auto type = static_cast<std::uint8_t>(bytes[sizeof envelope]);
    if (envelope.token != domain.token() || envelope.source >= static_cast<std::uint32_t>(domain.n_pes()))
      return say_dropped(Unknown::message, "a message from outside of the job");
    if (type >= kTypes || !receivers[type].handler)
      return say_dropped(Unknown::message,
                         base::text("a message of unknown type %d from PE %u", type, envelope.source));
    receivers[type].handler(receivers[type].self, static_cast<int>(envelope.source), bytes + sizeof envelope,
                            n - sizeof envelope);
  }

  void report_error(fid_cq* cq) {
    fi_cq_err_entry entry{};
    if (fi_cq_readerr(cq, &entry, 0) < 1) return;
    if (entry.err == FI_ECANCELED) return;
    base::debug(base::text("a message failed: %s", library().strerror(entry.err)));
    if (entry.op_context && (entry.flags & FI_SEND)) {
      const std::lock_guard lock(sending);
      unused.push_back(static_cast<Buffer*>(entry.op_context));
    }
  }

  /// Send buffers come back.
  bool collect_sent() {
    fi_cq_data_entry entries[16];
    fid_cq* cq = domain.endpoint().completions();
    const ssize_t n = fi_cq_read(cq, entries, std::size(entries));
    if (n == -FI_EAVAIL) report_error(cq);
    const std::lock_guard lock(sending);
    for (ssize_t i = 0; i < n; ++i)
      if (entries[i].flags & FI_SEND) unused.push_back(static_cast<Buffer*>(entries[i].op_context));
    return n > 0;
  }

  void send_deferred() {
    const std::lock_guard lock(sending);
    while (!deferred.empty() &&
           send_locked(deferred.front().pe, deferred.front().bytes.data(), deferred.front().bytes.size()))
      deferred.pop_front();
    has_deferred = !deferred.empty();
  }

  bool send_locked(int pe, const void* bytes, std::size_t n) {
    const Envelope envelope{domain.token(), static_cast<std::uint32_t>(domain.my_pe())};
    const std::size_t whole = sizeof envelope + n;
    fid_ep* endpoint = domain.endpoint().handle();
    const auto peer = static_cast<fi_addr_t>(pe);
    char small[256];
    if (whole <= domain.info().tx_attr->inject_size && whole <= sizeof small) {
      std::memcpy(small, &envelope, sizeof envelope);
      std::memcpy(small + sizeof envelope, bytes, n);
      return outcome(fi_inject(endpoint, small, whole, peer), pe);
    }
    if (unused.empty()) {
      polls = kFrontTurn - 1;  // look for them next time
      return false;
    }
    Buffer& buffer = *unused.back();
    std::memcpy(buffer.bytes.get(), &envelope, sizeof envelope);
    std::memcpy(buffer.bytes.get() + sizeof envelope, bytes, n);
    const iovec place{buffer.bytes.get(), whole};
    const fi_msg message{&place, nullptr, 1, peer, &buffer, 0};
    if (!outcome(fi_sendmsg(endpoint, &message, FI_COMPLETION), pe)) return false;
    unused.pop_back();
    return true;
  }

  bool outcome(ssize_t result, int pe) {
    if (result == 0) return true;
    if (result != -FI_EAGAIN)
      base::debug(base::text("cannot send to PE %d: %s", pe, library().strerror(static_cast<int>(-result))));
    polls = kFrontTurn - 1;
    return false;
  }
};

Channel::Channel(Domain& domain) : parts_(std::make_unique<Parts>(domain)) {
  std::size_t least = kWire;
  check("fi_setopt", fi_setopt(&domain.back()->fid, FI_OPT_ENDPOINT, FI_OPT_MIN_MULTI_RECV, &least, sizeof least));
  for (std::size_t i = 0; i < kReceiveBuffers; ++i) parts_->receive.emplace_back(kReceiveBytes);
  for (Parts::Buffer& buffer : parts_->receive) parts_->post_receive(buffer);
  for (std::size_t i = 0; i < kSendBuffers; ++i) {
    parts_->send.push_back(std::make_unique<Parts::Buffer>(kWire));
    parts_->unused.push_back(parts_->send.back().get());
  }
  serve_atomics(domain, *this);
  serve_scatter(domain, *this);
}

Channel::~Channel() = default;

void Channel::listen(Type type, Handler handler, void* self) { parts_->receivers[type] = {handler, self}; }

bool Channel::try_send(int pe, const void* bytes, std::size_t n) {
  if (n > kMaxMessage) base::fatal("message", base::text("%zu bytes are more than a message holds", n));
  const std::lock_guard lock(parts_->sending);
  return parts_->send_locked(pe, bytes, n);
}

void Channel::answer(int pe, const void* bytes, std::size_t n) {
  const std::lock_guard lock(parts_->sending);
  // In order: behind what is waiting already.
  if (parts_->deferred.empty() && parts_->send_locked(pe, bytes, n)) return;
  parts_->deferred.push_back({pe, std::string(static_cast<const char*>(bytes), n)});
  parts_->has_deferred = true;
}

bool Channel::poll() {
  const std::unique_lock lock(parts_->polling, std::try_to_lock);
  if (!lock) return false;
  if (parts_->has_deferred) parts_->send_deferred();
  // The fronts need a look only while something may be under way there; whoever waits for one of them looks, too.
  bool sent = false;
  if (++parts_->polls % kFrontTurn == 0 || parts_->has_deferred) {
    sent = parts_->collect_sent();
    parts_->domain.work_on_fronts();
  }
  fi_cq_data_entry entries[16];
  const ssize_t n = fi_cq_read(parts_->domain.back_cq(), entries, std::size(entries));
  if (n == -FI_EAVAIL) parts_->report_error(parts_->domain.back_cq());
  for (ssize_t i = 0; i < n; ++i) {
    const fi_cq_data_entry& entry = entries[i];
    if ((entry.flags & FI_RECV) && entry.len > 0) parts_->receive_one(static_cast<const char*>(entry.buf), entry.len);
    if (entry.flags & FI_MULTI_RECV) parts_->post_receive(*static_cast<Parts::Buffer*>(entry.op_context));
  }
  return n > 0 || sent;
}

bool Channel::busy() const { return parts_->has_deferred; }

}  // namespace isthmus::ofi
