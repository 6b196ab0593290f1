// The event loop of oshrun, which has one thread: everything it waits for is a descriptor (epoll) or a timer.
#pragma once
#include <sys/epoll.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>

#include "base/fd.hpp"

namespace isthmus::oshrun {

using Clock = std::chrono::steady_clock;

class EventLoop {
 public:
  using Ready = std::function<void()>;

  EventLoop();

  /// Calls `ready` whenever one of `events` (or a hang-up) occurs. Returns false when epoll cannot wait for the
  /// descriptor: it is a regular file, which is always ready.
  bool watch(int fd, std::uint32_t events, Ready ready);
  /// Must be called before the descriptor is closed. May be called from any callback, for any descriptor.
  void forget(int fd);
  void after(Clock::duration time, std::function<void()> call);

  /// Waits for the next events and handles them.
  void turn();

 private:
  base::Fd epoll_;
  std::unordered_map<int, std::shared_ptr<Ready>> watched_;
  std::multimap<Clock::time_point, std::function<void()>> timers_;
};

}  // namespace isthmus::oshrun
