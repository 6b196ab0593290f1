#include "transport/lifeline/handshake.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

#include "base/error.hpp"
#include "base/log.hpp"

namespace isthmus::lifeline {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kSecretBytes = 16;
constexpr const char* kRemedy =
    "is there a firewall between the hosts, or is that the wrong network (SHMEM_LIFELINE_ADDRESS names another)?";
constexpr std::array<char, 8> kMagic{'i', 's', 't', 'h', 'l', 'i', 'n', '1'};
/// The most connections that may be accepted without a complete hello. One more drops the oldest of them, so that
/// unknown peers cannot use up this process's descriptors.
constexpr std::size_t kMaxUnknown = 32;

struct Hello {
  std::array<char, 8> magic;
  std::array<char, kSecretBytes> secret;
  std::int32_t from, to;
};

Hello make_hello(const std::string& secret, int from, int to) {
  if (secret.size() != kSecretBytes)
    throw base::SetupError(base::text("the job's secret has %zu bytes instead of %zu", secret.size(), kSecretBytes));
  Hello hello{kMagic, {}, from, to};
  std::memcpy(hello.secret.data(), secret.data(), kSecretBytes);
  return hello;
}

/// A connection whose hello is received piecemeal. It never reads beyond the hello: the bytes that follow belong to the
/// lifeline.
class Connection {
 public:
  enum class Status { incomplete, hello, invalid };

  explicit Connection(base::Fd fd) : fd_(std::move(fd)) {}

  Status receive(const Hello& expected) {
    for (;;) {
      const ssize_t got = recv(fd_.get(), bytes_.data() + filled_, bytes_.size() - filled_, MSG_DONTWAIT);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return Status::incomplete;
      if (got <= 0) return Status::invalid;
      filled_ += static_cast<std::size_t>(got);
      if (std::memcmp(bytes_.data(), &expected, filled_) != 0) return Status::invalid;
      if (filled_ == bytes_.size()) return Status::hello;
    }
  }

  int fd() const { return fd_.get(); }
  base::Fd take() { return std::move(fd_); }

 private:
  base::Fd fd_;
  std::array<char, sizeof(Hello)> bytes_{};
  std::size_t filled_ = 0;
};

void send_hello(int fd, const Hello& hello) {
  // The empty send buffer of a new connection takes the whole hello, so this never waits. If the peer has gone, the
  // next recv reports it.
  if (send(fd, &hello, sizeof hello, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
    base::debug(base::text("lifeline: cannot say hello: %s", std::strerror(errno)));
}

std::string unreachable(const Neighbour& next, const char* cause) {
  return base::text("cannot reach PE %d on host %s at %s: %s; %s", next.pe, next.host.c_str(), next.address.c_str(),
                    cause, kRemedy);
}

base::Fd start_connecting_to(const Neighbour& next) {
  try {
    return start_connecting(next.address);
  } catch (const ConnectFailure& failure) {
    throw base::SetupError(unreachable(next, std::strerror(failure.error)));
  }
}

void drop(Connection& connection) {
  base::say("dropped a connection to the lifeline socket that was not from this job");
  connection.take().reset();
}

/// The connection to the next PE: it connects, sends its hello and waits for the answer.
class Outgoing {
 public:
  Outgoing(const Neighbour& next, const std::string& secret, int me)
      : next_(next),
        mine_(make_hello(secret, me, next.pe)),
        expected_(make_hello(secret, next.pe, me)),
        connection_(start_connecting_to(next)) {}

  pollfd awaited() const { return {connection_.fd(), static_cast<short>(connected_ ? POLLIN : POLLOUT), 0}; }

  /// To be called when the descriptor is ready. Returns true when the answer is complete; throws base::SetupError if
  /// the connection failed or the answer is not that of the next PE.
  bool advance() {
    if (!connected_) {
      if (const int error = connect_error(connection_.fd()))
        throw base::SetupError(unreachable(next_, std::strerror(error)));
      send_hello(connection_.fd(), mine_);
      connected_ = true;
      return false;
    }
    const Connection::Status status = connection_.receive(expected_);
    if (status == Connection::Status::invalid)
      throw base::SetupError(unreachable(next_, "it did not answer as a PE of this job"));
    return status == Connection::Status::hello;
  }

  base::Fd take() { return connection_.take(); }

 private:
  const Neighbour& next_;
  const Hello mine_, expected_;
  Connection connection_;
  bool connected_ = false;
};

/// Accepts connections until one of them sends the hello of the previous PE; all others are dropped.
class Incoming {
 public:
  Incoming(const Listener& listener, const Neighbour& previous, const std::string& secret, int me)
      : listener_fd_(listener.fd.get()),
        expected_(make_hello(secret, previous.pe, me)),
        answer_(make_hello(secret, me, previous.pe)) {}

  ~Incoming() {
    for (Connection& connection : accepted_) drop(connection);
  }

  void add_to(std::vector<pollfd>& polled) const {
    polled.push_back({listener_fd_, POLLIN, 0});
    for (const Connection& connection : accepted_) polled.push_back({connection.fd(), POLLIN, 0});
  }

  /// Accepts and reads whatever is there. Returns the previous PE's connection once its hello is complete.
  std::optional<base::Fd> advance() {
    for (;;) {
      base::Fd fd(accept4(listener_fd_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
      if (!fd && base::is_no_descriptor(errno)) base::throw_errno("cannot accept the connection of another PE");
      if (!fd) break;
      accepted_.emplace_back(std::move(fd));
      // Hellos are read before anybody is dropped, so that unknown peers cannot push the previous PE out.
      if (auto found = receive_all()) return found;
      if (accepted_.size() <= kMaxUnknown) continue;
      drop(accepted_.front());
      accepted_.pop_front();
    }
    return receive_all();
  }

 private:
  std::optional<base::Fd> receive_all() {
    for (auto connection = accepted_.begin(); connection != accepted_.end();) {
      const Connection::Status status = connection->receive(expected_);
      if (status == Connection::Status::incomplete) {
        ++connection;
        continue;
      }
      if (status == Connection::Status::hello) {
        base::Fd fd = connection->take();
        accepted_.erase(connection);
        send_hello(fd.get(), answer_);
        return fd;
      }
      drop(*connection);
      connection = accepted_.erase(connection);
    }
    return std::nullopt;
  }

  const int listener_fd_;
  const Hello expected_, answer_;
  std::deque<Connection> accepted_;
};

}  // namespace

Neighbours handshake(const Listener& listener, const std::string& secret, int me, const std::optional<Neighbour>& next,
                     const std::optional<Neighbour>& previous, Clock::time_point deadline) {
  Neighbours neighbours;
  std::optional<Outgoing> outgoing;
  std::optional<Incoming> incoming;
  if (next) outgoing.emplace(*next, secret, me);
  if (previous) incoming.emplace(listener, *previous, secret, me);
  std::vector<pollfd> polled;
  while ((next && !neighbours.next) || (previous && !neighbours.previous)) {
    polled.clear();
    if (next && !neighbours.next) polled.push_back(outgoing->awaited());
    if (previous && !neighbours.previous) incoming->add_to(polled);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) {
      if (next && !neighbours.next) throw base::SetupError(unreachable(*next, "no answer in time"));
      throw base::SetupError(base::text("PE %d on host %s did not connect to %s in time; %s", previous->pe,
                                        previous->host.c_str(), listener.address.c_str(), kRemedy));
    }
    if (poll(polled.data(), polled.size(), static_cast<int>(left)) <= 0) continue;
    if (next && !neighbours.next && polled.front().revents && outgoing->advance()) neighbours.next = outgoing->take();
    if (previous && !neighbours.previous)
      if (auto found = incoming->advance()) neighbours.previous = std::move(*found);
  }
  return neighbours;
}

}  // namespace isthmus::lifeline
