// Who is still there, in jobs over several nodes, whatever the provider notices. The PEs form a ring of TCP
// connections: each holds one to the next PE and one to the previous. A process that dies closes its sockets; a host or
// a link that dies is noticed by the kernel, which asks for a sign of life once a second. A process that is merely
// stopped or busy is not taken for dead, since its kernel answers for it.
//
// Who loses a neighbour sends its number and host both ways round the ring; each PE forwards the first such news it
// gets, and forgets the rest. The callback follows a little later (grace): a launcher that ends the job by itself,
// after shmem_global_exit or because it saw the death first, is not talked over.
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
  /// Gets the PE that is gone and its host; may be this PE, when it is the others that cannot reach it. Called once at
  /// most, from handle().
  using OnGone = std::function<void(int pe, const std::string& host)>;

  /// `bind_address` is numeric and must be reachable from all PEs of the job (see choose_address); `secret` is the
  /// job's. From the loss of a host to the callback on every PE it takes about `timeout`: three quarters for the kernel
  /// to be sure (all but 2 s if that is more), the rest for the launcher. Throws base::SetupError.
  Lifeline(const std::string& bind_address, std::string secret, int pe, int n_pes, std::chrono::milliseconds timeout,
           OnGone on_gone);
  /// Neighbours that were not told goodbye take this for a death.
  ~Lifeline();
  Lifeline(const Lifeline&) = delete;
  Lifeline& operator=(const Lifeline&) = delete;

  /// What neighbours need to connect; to be published before anyone calls connect().
  const std::string& address() const { return listener_.address; }

  /// Meets both neighbours, whose addresses and hosts `find` gives, and stops listening. Collective. Throws
  /// base::SetupError when a neighbour cannot be reached.
  void connect(const std::function<Neighbour(int pe)>& find);

  /// Readable when handle() has something to do; stays the same for the life of the object.
  int fd() const { return events_.get(); }

  /// Never blocks. One thread at a time, like the rest; goodbye() alone may be called beside it.
  void handle();

  /// Leaves the ring: closing is no death from now on, and no callback comes any more. A PE that has left passes no
  /// news on, so call it when no PE needs another's memory any more (after the last fence).
  void goodbye();

 private:
  struct Message;

  /// One neighbour's connection; closed when it has left or died.
  struct Link {
    Neighbour who;
    base::Fd fd;
    std::array<char, 128> bytes{};
    std::size_t filled = 0;
  };

  void watch(int fd);
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
  const std::chrono::milliseconds after_death_, after_silence_, silence_;
  const OnGone on_gone_;
  Listener listener_;
  base::Fd events_, timer_;
  std::mutex mutex_;           // of what follows
  std::array<Link, 2> links_;  // next, previous
  int gone_ = -1;
  std::string gone_host_;
  std::atomic<bool> left_ = false;
};

}  // namespace isthmus::lifeline
