// The TCP sockets of the lifeline. Addresses are numeric, sockets are non-blocking, and TCP keepalive detects the loss
// of the other host.
#pragma once
#include <chrono>
#include <string>

#include "base/error.hpp"
#include "base/fd.hpp"

namespace isthmus::lifeline {

struct Listener {
  base::Fd fd;
  std::string address;  ///< "<numeric address>:<port>", as start_connecting takes it
};

/// Listens at a free port of this numeric IPv4 or IPv6 address, which must be one of this host's. Throws
/// base::SetupError.
Listener listen_at(const std::string& numeric_address);

/// A connect that failed at once, as without a route to the other host.
struct ConnectFailure : base::SetupError {
  ConnectFailure(const std::string& address, int number);
  int error;  ///< an errno value
};

/// Starts a non-blocking connect to `address`. The socket becomes writable when the connection is established or has
/// failed (see connect_error). Throws ConnectFailure, or base::SetupError if the address is malformed or there is no
/// socket.
base::Fd start_connecting(const std::string& address);

/// The result of a connect that start_connecting began: 0 when the connection is established, else an errno value.
int connect_error(int fd);

/// Makes the kernel break the connection when the other host's kernel has not answered for `silence`. It probes once a
/// second, so it may take up to a second longer. A peer process that is merely stopped does not break the connection.
void break_after(int fd, std::chrono::milliseconds silence);

/// Waits until the other host's kernel has acknowledged everything that was sent, or until `limit` has passed.
void wait_until_delivered(int fd, std::chrono::milliseconds limit);

}  // namespace isthmus::lifeline
