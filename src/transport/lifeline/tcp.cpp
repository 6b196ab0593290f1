#include "transport/lifeline/tcp.hpp"

#include <linux/sockios.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <memory>

#include "base/error.hpp"

namespace isthmus::lifeline {
namespace {

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

Addresses parse(const std::string& host, const std::string& port) {
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int failure = getaddrinfo(host.c_str(), port.c_str(), &hints, &found);
  if (failure != 0)
    throw base::SetupError(
        base::text("'%s:%s' is not a numeric address and port: %s", host.c_str(), port.c_str(), gai_strerror(failure)));
  return {found, freeaddrinfo};
}

base::Fd make_socket(const addrinfo& address) {
  base::Fd fd(socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!fd) base::throw_errno("cannot open a TCP socket");
  return fd;
}

std::string port_of(int fd) {
  sockaddr_storage bound{};
  socklen_t length = sizeof bound;
  std::array<char, NI_MAXSERV> port{};
  if (getsockname(fd, reinterpret_cast<sockaddr*>(&bound), &length) != 0 ||
      getnameinfo(reinterpret_cast<sockaddr*>(&bound), length, nullptr, 0, port.data(), port.size(), NI_NUMERICSERV))
    base::throw_errno("cannot tell the port of a TCP socket");
  return port.data();
}

void set_option(int fd, int level, int name, int value) {
  if (setsockopt(fd, level, name, &value, sizeof value) != 0)
    base::throw_errno("cannot have the kernel watch a TCP connection");
}

}  // namespace

Listener listen_at(const std::string& numeric_address) {
  const Addresses address = parse(numeric_address, "0");
  base::Fd fd = make_socket(*address);
  if (bind(fd.get(), address->ai_addr, address->ai_addrlen) != 0 || listen(fd.get(), SOMAXCONN) != 0)
    base::throw_errno("cannot listen at " + numeric_address);
  std::string name = numeric_address + ":" + port_of(fd.get());
  return {std::move(fd), std::move(name)};
}

ConnectFailure::ConnectFailure(const std::string& address, int number)
    : base::SetupError("cannot connect to " + address + ": " + base::reason(number)), error(number) {}

base::Fd start_connecting(const std::string& address) {
  // The port follows the last colon; an IPv6 address has others before it.
  const std::size_t colon = address.rfind(':');
  if (colon == std::string::npos) throw base::SetupError("'" + address + "' has no port");
  const Addresses target = parse(address.substr(0, colon), address.substr(colon + 1));
  base::Fd fd = make_socket(*target);
  if (connect(fd.get(), target->ai_addr, target->ai_addrlen) != 0 && errno != EINPROGRESS)
    throw ConnectFailure(address, errno);
  return fd;
}

int connect_error(int fd) {
  int error = 0;
  socklen_t length = sizeof error;
  return getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) == 0 ? error : errno;
}

void break_after(int fd, std::chrono::milliseconds silence) {
  set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
  set_option(fd, IPPROTO_TCP, TCP_KEEPIDLE, 1);
  set_option(fd, IPPROTO_TCP, TCP_KEEPINTVL, 1);
  // On Linux TCP_USER_TIMEOUT overrides the number of keepalive probes and covers unacknowledged data as well;
  // TCP_KEEPCNT is set for kernels that ignore the former when probing.
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(silence).count();
  set_option(fd, IPPROTO_TCP, TCP_KEEPCNT, static_cast<int>(std::clamp<long>(seconds, 1, 127)));
  set_option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, static_cast<int>(std::min<std::int64_t>(silence.count(), INT_MAX)));
  set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
}

void wait_until_delivered(int fd, std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  const timespec nap{0, 100'000};
  for (int waiting = 0; ioctl(fd, SIOCOUTQ, &waiting) == 0 && waiting > 0;) {
    if (std::chrono::steady_clock::now() >= deadline) return;
    // The other side may wait likewise for what it has sent. The kernel would acknowledge that only after 40 ms, in the
    // hope of data to send it along with; this makes it do so now.
    set_option(fd, IPPROTO_TCP, TCP_QUICKACK, 1);
    nanosleep(&nap, nullptr);
  }
}

}  // namespace isthmus::lifeline
