#include "input.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace isthmus::oshrun {

void Input::relay_to(base::Fd pipe) {
  pipe_ = std::move(pipe);
  fcntl(pipe_.get(), F_SETFL, O_NONBLOCK);
  resume();
}

void Input::resume() {
  if (!pipe_ || !waiting_.empty()) return;
  loop_.forget(STDIN_FILENO);
  // Reading the terminal in the background would stop oshrun (SIGTTIN), and the job with it.
  if (tcgetpgrp(STDIN_FILENO) == getpgrp()) loop_.watch(STDIN_FILENO, EPOLLIN, [this] { read_terminal(); });
}

void Input::read_terminal() {
  if (tcgetpgrp(STDIN_FILENO) != getpgrp()) return loop_.forget(STDIN_FILENO);
  std::array<char, 4096> buffer;
  const ssize_t got = read(STDIN_FILENO, buffer.data(), buffer.size());
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (got <= 0) return finish();
  waiting_.assign(buffer.data(), static_cast<size_t>(got));
  loop_.forget(STDIN_FILENO);
  loop_.watch(pipe_.get(), EPOLLOUT, [this] { write_pipe(); });
}

void Input::write_pipe() {
  const ssize_t wrote = write(pipe_.get(), waiting_.data(), waiting_.size());
  if (wrote < 0) {
    if (errno != EAGAIN && errno != EINTR) finish();  // PE 0 reads no more
    return;
  }
  waiting_.erase(0, static_cast<size_t>(wrote));
  if (!waiting_.empty()) return;
  loop_.forget(pipe_.get());
  resume();
}

void Input::finish() {
  loop_.forget(STDIN_FILENO);
  loop_.forget(pipe_.get());
  pipe_.reset();
}

}  // namespace isthmus::oshrun
