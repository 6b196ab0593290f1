// TCP sockets of the lifeline: numeric addresses only, nothing blocks, and the kernel watches the other side's host.
#pragma once
#include <chrono>
#include <string>

#include "base/fd.hpp"

namespace isthmus::lifeline {

struct Listener {
  base::Fd fd;
  std::string address;  // "<numeric address>:<port>", what start_connecting takes
};

/// Listens at a free port of this numeric IPv4 or IPv6 address, which must be one of this host's. Throws
/// base::SetupError.
Listener listen_at(const std::string& numeric_address);

/// A socket on its way to `address`: writable when it is there or has failed (see connect_error). Throws
/// base::SetupError where the address cannot be one.
base::Fd start_connecting(const std::string& address);

/// 0 when the connection is there, else an errno value.
int connect_error(int fd);

/// The kernel breaks the connection when the other host's kernel has not answered for `silence`. It asks once a second,
/// so the answer may come up to a second late. A process that is stopped over there changes nothing.
void break_after(int fd, std::chrono::milliseconds silence);

/// Waits until the other host's kernel has everything that was sent, or until `limit` has passed.
void wait_until_delivered(int fd, std::chrono::milliseconds limit);

}  // namespace isthmus::lifeline
