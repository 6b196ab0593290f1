#include "output.hpp"

#include <limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace isthmus::oshrun {

Output::Output(EventLoop& loop, std::function<void(int)> broken) : loop_(loop), broken_(std::move(broken)) {
  std::array<struct stat, 2> info{};
  for (size_t i = 0; i < 2; ++i) {
    sinks_[i].fd = i == 0 ? STDOUT_FILENO : STDERR_FILENO;
    sinks_[i].terminal = isatty(sinks_[i].fd);
    fstat(sinks_[i].fd, &info[i]);
  }
  same_file_ = info[0].st_dev == info[1].st_dev && info[0].st_ino == info[1].st_ino;
}

void Output::put(Stream stream, Source source, std::string_view text, std::string_view prefix) {
  if (text.empty()) return;
  Source& unfinished = sink_of(same_file_ ? Stream::out : stream).unfinished;
  if (queue_.empty() || queue_.back().stream != stream || queue_.back().bytes.size() > 64 * 1024) {
    queue_.push_back({stream, {}, 0});
  }
  std::string& bytes = queue_.back().bytes;
  const size_t before = bytes.size();
  bool continues = unfinished == source;
  if (unfinished != kNobody && !continues) bytes += '\n';
  unfinished = text.back() == '\n' ? kNobody : source;
  if (prefix.empty()) {
    bytes += text;
  } else {
    while (!text.empty()) {
      if (!continues) bytes += prefix;
      continues = false;
      const size_t line = std::min(text.find('\n'), text.size() - 1) + 1;
      bytes += text.substr(0, line);
      text.remove_prefix(line);
    }
  }
  waiting_ += bytes.size() - before;
}

void Output::pump() {
  while (!queue_.empty()) {
    Piece& piece = queue_.front();
    if (!write_some(piece)) return wait_for_room(sink_of(piece.stream).fd);
    if (piece.written == piece.bytes.size()) queue_.pop_front();
  }
  if (watched_ >= 0) loop_.forget(std::exchange(watched_, -1));
  if (drained_) drained_();
}

bool Output::write_some(Piece& piece) {
  Sink& sink = sink_of(piece.stream);
  std::string_view rest = std::string_view(piece.bytes).substr(piece.written);
  if (!sink.broken) {
    pollfd room{sink.fd, POLLOUT, 0};
    if (poll(&room, 1, 0) == 0) return false;
    // A pipe that polls writable takes PIPE_BUF bytes without blocking. Other files have no such limit, but are written
    // in the same portions.
    if (rest.size() > PIPE_BUF) {
      const size_t last_line = rest.substr(0, PIPE_BUF).rfind('\n');
      rest = rest.substr(0, last_line == std::string_view::npos ? PIPE_BUF : last_line + 1);
    }
    const ssize_t wrote = write(sink.fd, rest.data(), rest.size());
    if (wrote < 0 && errno == EAGAIN) return false;
    if (wrote >= 0) {
      rest = rest.substr(0, static_cast<size_t>(wrote));
    } else if (errno != EINTR) {
      sink.broken = true;
      if (piece.stream == Stream::out) broken_(errno);
      return true;
    } else {
      return true;
    }
  }
  piece.written += rest.size();
  waiting_ -= rest.size();
  return true;
}

void Output::wait_for_room(int fd) {
  if (watched_ == fd) return;
  if (watched_ >= 0) loop_.forget(watched_);
  watched_ = fd;
  loop_.watch(fd, EPOLLOUT, [this] { pump(); });
}

}  // namespace isthmus::oshrun
