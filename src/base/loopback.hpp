// Whether this machine can send to itself over IP. libfabric offers the loopback addresses of both families even if the
// interface is down, or has no address of that family.
#pragma once
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/fd.hpp"

namespace isthmus::base {

inline constexpr const char* kNoLoopback =
    "the loopback interface, by which the nodes of oshrun --nodes reach one another, is down; ip link set lo up";

/// Connects a socket, and fills in the address that it sends from. False if that is not possible.
template <class Address>
bool connect_from(int socket, const Address& to, Address& from) {
  socklen_t bytes = sizeof from;
  return connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0 &&
         getsockname(socket, reinterpret_cast<sockaddr*>(&from), &bytes) == 0;
}

/// Whether 127.0.0.1 (AF_INET) or ::1 (AF_INET6) can be reached. Nothing is sent: connecting a datagram socket only
/// looks for a route, and chooses the address to send from. That is no loopback address where the route leads through
/// another interface, such as a default route.
inline bool has_loopback(int family) {
  const Fd fd(socket(family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!fd) return false;
  constexpr in_port_t kAnyPort = 9;
  if (family == AF_INET) {
    sockaddr_in self{}, from{};
    self.sin_family = AF_INET;
    self.sin_port = htons(kAnyPort);
    self.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return connect_from(fd.get(), self, from) && (ntohl(from.sin_addr.s_addr) >> 24) == IN_LOOPBACKNET;
  }
  sockaddr_in6 self{}, from{};
  self.sin6_family = AF_INET6;
  self.sin6_port = htons(kAnyPort);
  self.sin6_addr = in6addr_loopback;
  return connect_from(fd.get(), self, from) && IN6_IS_ADDR_LOOPBACK(&from.sin6_addr);
}

}  // namespace isthmus::base
