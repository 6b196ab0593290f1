// Detects PEs that have died, in jobs over several nodes, independently of the libfabric provider. The PEs form a ring
// of TCP connections: each holds one to the next PE and one to the previous. When a process dies, its kernel closes its
// sockets; when a host or a link dies, TCP keepalive notices, with one probe a second. A process that is merely stopped
// or busy is not taken for dead, since its kernel answers the probes.
//
// A PE that loses a neighbour sends the neighbour's number and host both ways round the ring; each PE forwards the
// first such message it receives, and ignores the rest. The callback comes after a short grace period, so that a
// launcher that ends the job by itself (after shmem_global_exit, or because it saw the death first) does so without our
// message.
#pragma once
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>

#include "transport/lifeline/handshake.hpp"

namespace isthmus::lifeline {

class Lifeline {
 public:
  /// Receives the number and the host of the PE that is gone. It may be this PE's own number, if the others have lost
  /// their connections to it. Called at most once, from handle().
  using OnGone = std::function<void(int pe, const std::string& host)>;

  /// `bind_address` is numeric and must be reachable from all PEs of the job (see choose_address); `secret` is the
  /// job's. From the loss of a host to the callback on every PE it takes about `timeout`: half of it, at most 4 s, is the
  /// grace period for the launcher, and the rest is the kernel's keepalive timeout. Throws base::SetupError.
  Lifeline(const std::string& bind_address, std::string secret, int pe, int n_pes, std::chrono::milliseconds timeout,
           OnGone on_gone);
  /// Closes the connections. Without goodbye() before it, the neighbours take this PE for dead.
  ~Lifeline();
  Lifeline(const Lifeline&) = delete;
  Lifeline& operator=(const Lifeline&) = delete;

  /// Where the neighbours connect to. Every PE must have published it before any PE calls connect().
  const std::string& address() const { return listener_.address; }

  /// Connects both neighbours, whose addresses and hosts `find` returns, and stops listening. Collective. Throws
  /// base::SetupError when a neighbour cannot be reached.
  void connect(const std::function<Neighbour(int pe)>& find);

  /// Readable when handle() has something to do; stays the same for the life of the object.
  int fd() const { return events_.get(); }

  /// Processes what has arrived, and never blocks. One thread at a time may use the object, except that goodbye() may
  /// run concurrently with handle().
  void handle();

  /// Leaves the ring: the neighbours no longer take a closed connection for a death, and the callback is not called any
  /// more. A PE that has left forwards no messages, so call it when no PE accesses another's memory any more (after the
  /// job's last fence).
  void goodbye();

 private:
  struct Message;

  /// The connection to one neighbour; `fd` is empty when the neighbour has left or died.
  struct Link {
    Neighbour who;
    base::Fd fd;
    std::array<char, 128> bytes{};
    std::size_t filled = 0;
  };

  void watch(int fd);
  void unwatch(const Link& link);
  void close(Link& link);
  void receive(Link& link);
  void lose(Link& link, int error);
  void take(Link& from, const Message& message);
  void spread(const Message& news, const Link* except);
  void send(Link& link, const Message& message);
  void forget_after_fork();
  static void forget_all_after_fork();

  const std::string secret_;
  const int pe_, n_pes_;
  /// The grace periods between the news and the callback, and the keepalive timeout of the connections.
  const std::chrono::milliseconds after_death_, after_silence_, silence_;
  const OnGone on_gone_;
  Listener listener_;
  base::Fd events_, timer_;
  std::mutex mutex_;           ///< protects links_, gone_ and gone_host_
  std::array<Link, 2> links_;  ///< to the next PE and to the previous
  int gone_ = -1;              ///< the first PE reported gone; -1: none
  std::string gone_host_;
  std::atomic<bool> left_ = false;
};

}  // namespace isthmus::lifeline
