#include "transport/node/descriptor_exchange.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <chrono>
#include <cstring>
#include <deque>
#include <optional>
#include <span>

#include "base/error.hpp"
#include "base/log.hpp"

namespace isthmus::node {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kExchangeTimeout = std::chrono::seconds(60);
/// The most accepted connections without a hello, beyond one for every peer. One more drops the oldest of them, so that
/// nobody can use up this process's descriptors.
constexpr std::size_t kMaxUnknown = 32;
constexpr std::int64_t kRetryDelay = 5;  // milliseconds until a hello that could not be sent is tried again

/// An Offer as it is sent: all but the descriptor, which travels as ancillary data.
struct Entry {
  std::uint64_t bytes, base, skipped;
  std::uint64_t has_fd;
  std::array<std::byte, 64> handle;
  std::array<char, 96> refusal;
};

/// The only message of the protocol. Only the first `n_offers` entries are sent; the descriptors go with it as
/// SCM_RIGHTS.
struct Hello {
  std::array<char, 8> magic;
  std::array<char, kSecretBytes> secret;
  std::int32_t pe;
  std::uint32_t n_offers;
  std::array<Entry, kMaxOffers> entries;

  std::size_t size() const { return offsetof(Hello, entries) + n_offers * sizeof(Entry); }
};
constexpr std::array<char, 8> kMagic{'i', 's', 't', 'h', 'm', 'u', 's', '2'};

/// The address in the abstract namespace, where sun_path starts with a NUL byte.
std::pair<sockaddr_un, socklen_t> socket_address(const std::string& name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::size_t length = std::min(name.size(), sizeof address.sun_path - 1);
  std::memcpy(address.sun_path + 1, name.data(), length);
  return {address, static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length)};
}

bool same_user(int fd) {
  ucred credentials{};
  socklen_t length = sizeof credentials;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 && credentials.uid == geteuid();
}

/// Returns false if this user has too many descriptors in flight (ETOOMANYREFS). The caller tries again later: every PE
/// keeps receiving, so the number falls.
bool send_hello(int fd, const std::string& secret, int pe, const std::vector<Offer>& offers) {
  if (offers.size() > kMaxOffers)
    throw base::SetupError(base::text("%zu symmetric segments are more than the %zu that can be handed to a peer",
                                      offers.size(), kMaxOffers));
  Hello hello{
      .magic = kMagic, .secret = {}, .pe = pe, .n_offers = static_cast<std::uint32_t>(offers.size()), .entries = {}};
  std::memcpy(hello.secret.data(), secret.data(), hello.secret.size());
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMaxOffers)> control{};
  std::vector<int> descriptors;
  for (std::size_t i = 0; i < offers.size(); ++i) {
    const Offer& offer = offers[i];
    hello.entries[i] = {offer.bytes, offer.base, offer.skipped, offer.fd ? 1U : 0U, offer.handle, offer.refusal};
    if (offer.fd) descriptors.push_back(offer.fd.get());
  }
  iovec body{&hello, hello.size()};
  msghdr message{};
  message.msg_iov = &body;
  message.msg_iovlen = 1;
  const std::size_t bytes = sizeof(int) * descriptors.size();
  if (bytes > 0) {
    message.msg_control = control.data();
    message.msg_controllen = CMSG_SPACE(bytes);
    cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(bytes);
    std::memcpy(CMSG_DATA(rights), descriptors.data(), bytes);
  }
  if (sendmsg(fd, &message, MSG_NOSIGNAL) == static_cast<ssize_t>(hello.size())) return true;
  if (errno != ETOOMANYREFS) base::throw_errno("cannot hand symmetric memory to a peer of this node");
  return false;
}

struct Received {
  int pe;
  std::vector<Offer> offers;
};

[[noreturn]] void throw_too_many_open() {
  throw base::SetupError("too many open files for the PEs of this node; raise the limit: ulimit -n");
}

/// Empty when the sender is no PE of this job: its secret is wrong or its message malformed. Its user was checked when
/// it connected.
std::optional<Received> receive_hello(int fd, const std::string& secret) {
  Hello hello{};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMaxOffers)> control{};
  iovec body{&hello, sizeof hello};
  msghdr message{};
  message.msg_iov = &body;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const ssize_t got = recvmsg(fd, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  std::vector<base::Fd> descriptors;
  // Take ownership of the descriptors before the message is checked, so that an unknown peer cannot make us leak them.
  for (cmsghdr* rights = CMSG_FIRSTHDR(&message); rights; rights = CMSG_NXTHDR(&message, rights)) {
    if (rights->cmsg_level != SOL_SOCKET || rights->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t n = (rights->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < n; ++i) {
      int value = -1;
      std::memcpy(&value, CMSG_DATA(rights) + i * sizeof(int), sizeof(int));
      descriptors.emplace_back(value);
    }
  }
  const bool ours = got >= static_cast<ssize_t>(offsetof(Hello, entries)) && !(message.msg_flags & MSG_TRUNC) &&
                    hello.magic == kMagic && std::memcmp(hello.secret.data(), secret.data(), kSecretBytes) == 0 &&
                    hello.n_offers <= kMaxOffers && got == static_cast<ssize_t>(hello.size());
  if (!ours) return std::nullopt;
  if (message.msg_flags & MSG_CTRUNC) throw_too_many_open();
  Received received{hello.pe, {}};
  std::size_t used = 0;
  for (const Entry& entry : std::span(hello.entries).first(hello.n_offers)) {
    base::Fd descriptor;
    if (entry.has_fd && used < descriptors.size()) descriptor = std::move(descriptors[used]);
    used += entry.has_fd ? 1 : 0;
    received.offers.push_back(
        {std::move(descriptor), entry.bytes, entry.base, entry.handle, entry.skipped, entry.refusal});
  }
  if (used != descriptors.size()) return std::nullopt;
  return received;
}

base::Fd connect_to(const Peer& peer) {
  base::Fd fd(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  const auto [address, length] = socket_address(peer.address);
  if (!fd || connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), length) != 0)
    base::throw_errno(base::text("cannot reach PE %d on this node", peer.pe));
  if (!same_user(fd.get())) throw base::SetupError(base::text("PE %d's socket belongs to another user", peer.pe));
  return fd;
}

}  // namespace

std::string make_secret() {
  std::string secret(kSecretBytes, '\0');
  if (getrandom(secret.data(), secret.size(), 0) != static_cast<ssize_t>(secret.size()))
    base::throw_errno("cannot draw random bytes for the job's secret");
  return secret;
}

Listener::Listener(const std::string& job, int pe)
    : fd_(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
  // The random part makes the name unique among initialisations of this process and among jobs of the same id.
  std::uint64_t unique = 0;
  if (getrandom(&unique, sizeof unique, 0) != static_cast<ssize_t>(sizeof unique)) base::throw_errno("getrandom");
  address_ =
      base::text("isthmus-%s-%d-%016llx", job.substr(0, 48).c_str(), pe, static_cast<unsigned long long>(unique));
  const auto [address, length] = socket_address(address_);
  if (!fd_ || bind(fd_.get(), reinterpret_cast<const sockaddr*>(&address), length) != 0 ||
      listen(fd_.get(), SOMAXCONN) != 0)
    base::throw_errno("cannot open a UNIX socket for the peers of this node");
}

namespace {

/// One PE's side of the exchange. Each pair of PEs has one connection, made by the higher one, which sends its hello
/// first. Connecting and sending never wait for the other side (the backlog and the socket buffer are large enough), so
/// the exchange cannot deadlock in whatever order the PEs arrive.
class DescriptorExchange {
 public:
  DescriptorExchange(const Listener& listener, const std::string& secret, int my_pe, const std::vector<Peer>& peers,
                     const std::vector<Offer>& mine, Answer answer)
      : listener_fd_(listener.fd()),
        answer_(answer),
        secret_(secret),
        my_pe_(my_pe),
        peers_(peers),
        mine_(mine),
        theirs_(peers.size()),
        missing_(peers.size()) {
    // This PE needs the peers' descriptors and a socket for each peer. The kernel also counts the descriptors that are
    // in flight between all PEs of the node, by user, against the same limit.
    const std::size_t theirs_and_sockets = peers.size() * (mine.size() + 1);
    if (base::allow_descriptors(theirs_and_sockets + kMaxUnknown + peers.size() * peers.size() * mine.size()) <
        theirs_and_sockets)
      throw_too_many_open();
    for (const Peer& peer : peers) {
      if (peer.pe >= my_pe) {
        awaits_calls_ = true;
        continue;
      }
      connected_.push_back(connect_to(peer));
      unsent_.push_back(connected_.back().get());
    }
  }

  std::vector<std::vector<Offer>> run() {
    const auto deadline = Clock::now() + kExchangeTimeout;
    for (;;) {
      const bool may_send = answer_ == Answer::at_once || missing_ == 0;
      while (may_send && !unsent_.empty() && send_hello(unsent_.back(), secret_, my_pe_, mine_)) unsent_.pop_back();
      if (missing_ == 0 && unsent_.empty()) return std::move(theirs_);
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
      if (left <= 0)
        throw base::SetupError(base::text("%zu PEs of this node did not hand over their memory", missing_));
      wait(static_cast<int>(may_send && !unsent_.empty() ? std::min(left, kRetryDelay) : left));
      if (missing_ > 0 && awaits_calls_) accept_all();
      if (receive_all(connected_) > 0)
        throw base::SetupError("a PE of this node could not hand over its memory, or has ended");
      for (std::size_t unknown = receive_all(accepted_); unknown > 0; --unknown) drop();
    }
  }

 private:
  void wait(int milliseconds) {
    polled_.clear();
    if (awaits_calls_ && missing_ > 0) polled_.push_back({listener_fd_, POLLIN, 0});
    for (const auto* sockets : {&connected_, &accepted_}) add_to_polled(*sockets);
    poll(polled_.data(), polled_.size(), milliseconds);
  }

  void add_to_polled(const std::deque<base::Fd>& sockets) {
    for (const base::Fd& fd : sockets) polled_.push_back({fd.get(), POLLIN, 0});
  }

  void accept_all() {
    for (;;) {
      base::Fd fd(accept4(listener_fd_, nullptr, nullptr, SOCK_CLOEXEC));
      if (!fd && base::is_no_descriptor(errno)) throw_too_many_open();
      if (!fd) return;
      // Check the user before anything is received, so that another user's process cannot pass descriptors to this PE.
      if (!same_user(fd.get())) {
        drop();
        continue;
      }
      accepted_.push_back(std::move(fd));
      if (accepted_.size() <= peers_.size() + kMaxUnknown) continue;
      // Read the hellos that have arrived before dropping anybody.
      for (std::size_t unknown = receive_all(accepted_); unknown > 0; --unknown) drop();
      if (accepted_.size() <= peers_.size() + kMaxUnknown) continue;
      drop();
      accepted_.pop_front();
    }
  }

  /// Receives from the sockets that are readable, and removes these from `sockets`. A PE's socket goes to
  /// received_from_, since this PE's answer may still have to be sent on it; an unknown peer's is closed. Returns
  /// how many sent anything but the hello of a PE.
  std::size_t receive_all(std::deque<base::Fd>& sockets) {
    polled_.clear();
    add_to_polled(sockets);
    if (poll(polled_.data(), polled_.size(), 0) <= 0) return 0;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < polled_.size(); ++i)
      if (polled_[i].revents && !receive(std::move(sockets[i]))) ++wrong;
    std::erase_if(sockets, [](const base::Fd& fd) { return !fd; });
    return wrong;
  }

  bool receive(base::Fd fd) {
    std::optional<Received> received = receive_hello(fd.get(), secret_);
    std::size_t at = 0;
    while (received && at < peers_.size() && peers_[at].pe != received->pe) ++at;
    if (!received || at == peers_.size() || !theirs_[at].empty()) return false;
    if (received->pe > my_pe_) unsent_.push_back(fd.get());
    received_from_.push_back(std::move(fd));
    theirs_[at] = std::move(received->offers);
    --missing_;
    return true;
  }

  static void drop() { base::say("dropped a connection to the node socket that was not from this job"); }

  const int listener_fd_;
  const Answer answer_;
  const std::string& secret_;
  const int my_pe_;
  const std::vector<Peer>& peers_;
  const std::vector<Offer>& mine_;
  std::vector<std::vector<Offer>> theirs_;
  std::size_t missing_;
  bool awaits_calls_ = false;                  ///< if not, who calls wants the next exchange with this listener
  std::deque<base::Fd> connected_, accepted_;  ///< no hello received yet; the oldest first
  std::vector<base::Fd> received_from_;        ///< hello received; open until the end, since the answer may be unsent
  std::vector<int> unsent_;
  std::vector<pollfd> polled_;
};

}  // namespace

std::vector<std::vector<Offer>> exchange_descriptors(const Listener& listener, const std::string& secret, int my_pe,
                                                     const std::vector<Peer>& peers, const std::vector<Offer>& mine,
                                                     Answer answer) {
  return DescriptorExchange(listener, secret, my_pe, peers, mine, answer).run();
}

}  // namespace isthmus::node
