// One thread, one epoll: everything oshrun waits for is a descriptor or a moment.
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

  /// Calls `ready` whenever one of `events` (or a hang-up) is there. False when the descriptor cannot be waited for: a
  /// regular file, which is always ready.
  bool watch(int fd, std::uint32_t events, Ready ready);
  /// Must come before the descriptor is closed. May be called from any callback, for any descriptor.
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
