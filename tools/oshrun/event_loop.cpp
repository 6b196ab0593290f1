#include "event_loop.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/error.hpp"

namespace isthmus::oshrun {

EventLoop::EventLoop() : epoll_(epoll_create1(EPOLL_CLOEXEC)) {
  if (!epoll_) base::throw_errno("cannot wait for events");
}

bool EventLoop::watch(int fd, std::uint32_t events, Ready ready) {
  epoll_event event{};
  event.events = events;
  event.data.fd = fd;
  if (epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event) != 0) {
    if (errno == EPERM) return false;
    base::throw_errno("epoll_ctl");
  }
  watched_[fd] = std::make_shared<Ready>(std::move(ready));
  return true;
}

void EventLoop::forget(int fd) {
  if (watched_.erase(fd)) epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, fd, nullptr);
}

void EventLoop::after(Clock::duration time, std::function<void()> call) {
  timers_.emplace(Clock::now() + time, std::move(call));
}

void EventLoop::turn() {
  int wait_ms = -1;
  if (!timers_.empty()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(timers_.begin()->first - Clock::now()).count();
    wait_ms = static_cast<int>(std::clamp<decltype(left)>(left, 0, 60'000));
  }
  std::array<epoll_event, 64> events;
  const int count = epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), wait_ms);
  for (int i = 0; i < count; ++i) {
    const auto found = watched_.find(events[static_cast<size_t>(i)].data.fd);
    if (found == watched_.end()) continue;  // a callback for an earlier event of this batch has forgotten it
    const std::shared_ptr<Ready> kept_while_it_runs = found->second;
    (*kept_while_it_runs)();
  }
  while (!timers_.empty() && timers_.begin()->first <= Clock::now()) {
    const auto call = std::move(timers_.begin()->second);
    timers_.erase(timers_.begin());
    call();
  }
}

}  // namespace isthmus::oshrun
