#include "transport/lifeline/lifeline.hpp"

#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "base/error.hpp"
#include "base/log.hpp"

namespace isthmus::lifeline {
namespace {

using namespace std::chrono_literals;

constexpr auto kHandshakeTimeout = 30s;
constexpr auto kDeliveryTimeout = 500ms;

/// goodbye: the sender leaves the ring. dead: the named PE's connection was closed. silent: its host does not answer.
enum class Kind : std::uint32_t { goodbye = 1, dead, silent };

/// Whether this error means that the other host stopped answering, and not that it closed or reset the connection.
bool is_silence(int error) { return error == ETIMEDOUT || error == EHOSTUNREACH || error == ENETUNREACH; }

/// The lifeline that a fork child must close: the child inherits the sockets, and would keep the connections open after
/// its parent has died. One pointer is enough, since a process has one job at a time and a job has one lifeline (unit
/// tests have several, but do not fork).
std::atomic<Lifeline*> youngest = nullptr;

}  // namespace

struct Lifeline::Message {
  Kind kind;
  std::int32_t pe;
  std::array<char, 64> host;  ///< truncated to 64 bytes; a name of that length has no NUL
};

Lifeline::Lifeline(const std::string& bind_address, std::string secret, int pe, int n_pes,
                   std::chrono::milliseconds timeout, OnGone on_gone)
    : secret_(std::move(secret)),
      pe_(pe),
      n_pes_(n_pes),
      after_death_(std::min<std::chrono::milliseconds>(1s, timeout / 4)),
      after_silence_(std::min<std::chrono::milliseconds>(4s, timeout / 2)),
      // The kernel sends one probe a second. Half a second less makes the last probe within `timeout` decide, not the
      // first one after it.
      silence_(std::max<std::chrono::milliseconds>(timeout - after_silence_ - 500ms, 500ms)),
      on_gone_(std::move(on_gone)),
      listener_(listen_at(bind_address)),
      events_(epoll_create1(EPOLL_CLOEXEC)),
      timer_(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)) {
  if (!events_ || !timer_) base::throw_errno("cannot make an epoll and a timer descriptor");
  watch(timer_.get());
  youngest = this;
  static const int registered = pthread_atfork(nullptr, nullptr, forget_all_after_fork);
  if (registered != 0) throw base::SetupError("cannot register a fork handler");
}

Lifeline::~Lifeline() {
  Lifeline* self = this;
  youngest.compare_exchange_strong(self, nullptr);
}

void Lifeline::connect(const std::function<Neighbour(int)>& find) {
  // In a job of two PEs next and previous are the same PE, so PE 0 makes the one connection that they need.
  std::optional<Neighbour> next, previous;
  if (n_pes_ > 2 || (n_pes_ == 2 && pe_ == 0)) next = find((pe_ + 1) % n_pes_);
  if (n_pes_ > 2 || (n_pes_ == 2 && pe_ == 1)) previous = find((pe_ + n_pes_ - 1) % n_pes_);
  Neighbours neighbours =
      handshake(listener_, secret_, pe_, next, previous, std::chrono::steady_clock::now() + kHandshakeTimeout);
  listener_.fd.reset();
  const std::lock_guard lock(mutex_);
  const auto keep = [this](Link& link, std::optional<Neighbour>& who, base::Fd& fd) {
    if (!who) return;
    break_after(fd.get(), silence_);
    watch(fd.get());
    link.who = std::move(*who);
    link.fd = std::move(fd);
  };
  keep(links_[0], next, neighbours.next);
  keep(links_[1], previous, neighbours.previous);
}

void Lifeline::watch(int fd) {
  epoll_event event{};
  event.events = EPOLLIN;
  if (epoll_ctl(events_.get(), EPOLL_CTL_ADD, fd, &event) != 0) base::throw_errno("cannot watch a descriptor");
}

void Lifeline::unwatch(const Link& link) { epoll_ctl(events_.get(), EPOLL_CTL_DEL, link.fd.get(), nullptr); }

void Lifeline::close(Link& link) {
  // The descriptor is removed explicitly: close() does not remove it from the epoll set while a fork child has a copy.
  unwatch(link);
  link.fd.reset();
}

void Lifeline::handle() {
  {
    if (left_) return;
    const std::lock_guard lock(mutex_);
    if (left_) return;
    for (Link& link : links_)
      if (link.fd) receive(link);
    std::uint64_t expirations = 0;
    if (read(timer_.get(), &expirations, sizeof expirations) != static_cast<ssize_t>(sizeof expirations)) return;
  }
  on_gone_(gone_, gone_host_);
}

void Lifeline::receive(Link& link) {
  static_assert(sizeof(Message) <= sizeof link.bytes);
  while (link.fd) {
    const ssize_t got =
        recv(link.fd.get(), link.bytes.data() + link.filled, sizeof(Message) - link.filled, MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (got <= 0) return lose(link, got == 0 ? 0 : errno);
    link.filled += static_cast<std::size_t>(got);
    if (link.filled < sizeof(Message)) continue;
    Message message;
    std::memcpy(&message, link.bytes.data(), sizeof message);
    link.filled = 0;
    take(link, message);
  }
}

void Lifeline::take(Link& from, const Message& message) {
  switch (message.kind) {
    case Kind::goodbye:
      return close(from);
    case Kind::dead:
    case Kind::silent:
      return spread(message, &from);
  }
  lose(from, EPROTO);  // an unknown kind, which no PE sends
}

void Lifeline::lose(Link& link, int error) {
  const char* cause = error ? std::strerror(error) : "closed";
  if (is_silence(error) && gone_ < 0)
    base::say(base::text("no sign of life from PE %d on host %s (%s)", link.who.pe, link.who.host.c_str(), cause));
  else
    base::debug(base::text("lifeline: lost PE %d on host %s (%s)", link.who.pe, link.who.host.c_str(), cause));
  close(link);
  Message news{is_silence(error) ? Kind::silent : Kind::dead, link.who.pe, {}};
  link.who.host.copy(news.host.data(), news.host.size());
  spread(news, &link);
}

void Lifeline::spread(const Message& news, const Link* except) {
  if (gone_ >= 0) return;
  gone_ = std::max(news.pe, 0);
  gone_host_.assign(news.host.data(), strnlen(news.host.data(), news.host.size()));
  for (Link& link : links_)
    if (link.fd && &link != except) send(link, news);
  const std::chrono::nanoseconds wait = news.kind == Kind::silent ? after_silence_ : after_death_;
  const long nanoseconds = std::max<long>(1, wait.count());  // 0 would disarm the timer
  const itimerspec when{{0, 0}, {nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000}};
  timerfd_settime(timer_.get(), 0, &when, nullptr);
}

void Lifeline::send(Link& link, const Message& message) {
  // At most two messages are ever sent on a connection, so the socket buffer takes them and this never waits. If the
  // connection is broken, the next recv reports it.
  if (::send(link.fd.get(), &message, sizeof message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
    base::debug(base::text("lifeline: cannot tell PE %d: %s", link.who.pe, std::strerror(errno)));
}

void Lifeline::goodbye() {
  if (left_.exchange(true)) return;
  const std::lock_guard lock(mutex_);
  for (Link& link : links_) {
    if (!link.fd) continue;
    unwatch(link);  // what comes now is of no interest, and the thread that watches must not spin over it
    send(link, {Kind::goodbye, pe_, {}});
    shutdown(link.fd.get(), SHUT_WR);
  }
  const itimerspec never{};
  timerfd_settime(timer_.get(), 0, &never, nullptr);
  // Data that arrives at a closed socket is answered with a reset. It could overtake a goodbye whose packet was lost,
  // and the neighbour would take this PE for dead; so wait until the goodbye is acknowledged.
  for (Link& link : links_) {
    if (!link.fd) continue;
    wait_until_delivered(link.fd.get(), kDeliveryTimeout);
    close(link);
  }
}

void Lifeline::forget_after_fork() {
  // The mutex is not taken: a thread that does not exist in the child may have held it. The child has one thread.
  left_ = true;
  for (Link& link : links_) link.fd.reset();
  listener_.fd.reset();
  timer_.reset();
  events_.reset();
}

void Lifeline::forget_all_after_fork() {
  if (Lifeline* lifeline = youngest.load()) lifeline->forget_after_fork();
}

}  // namespace isthmus::lifeline
