#include "relay.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/error.hpp"

namespace isthmus::oshrun {
namespace {
using namespace std::chrono_literals;

/// A line longer than this is passed on in parts.
constexpr size_t kLongestLine = size_t{1} << 20;
/// On a terminal, an unfinished line, such as a prompt, is shown after this time without further output.
constexpr auto kIdle = 100ms;
}  // namespace

Relay::Relay(EventLoop& loop, Output& output, bool label) : loop_(loop), output_(output), label_(label) {
  output_.on_drained([this] {
    for (auto& source : sources_) {
      if (std::exchange(source->paused, false)) watch(*source);
    }
  });
}

void Relay::add(int pe, base::Fd out, base::Fd err) {
  for (const Stream stream : {Stream::out, Stream::err}) {
    auto source = std::make_unique<Source>();
    source->pe = pe;
    source->stream = stream;
    source->fd = stream == Stream::out ? std::move(out) : std::move(err);
    watch(*source);
    sources_.push_back(std::move(source));
  }
}

void Relay::watch(Source& source) {
  loop_.watch(source.fd.get(), EPOLLIN, [this, &source] { readable(source); });
}

void Relay::readable(Source& source) {
  if (output_.congested()) {
    source.paused = true;
    loop_.forget(source.fd.get());
    return;
  }
  if (read_some(source) == Got::something && !source.line.empty() && output_.is_terminal(source.stream) &&
      !std::exchange(flush_is_due_, true)) {
    loop_.after(kIdle, [this] { flush_idle_lines(); });
  }
}

Relay::Got Relay::read_some(Source& source) {
  std::array<char, 64 * 1024> buffer;
  const ssize_t got = read(source.fd.get(), buffer.data(), buffer.size());
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return Got::nothing;
  if (got <= 0) {
    emit(source, source.line.size());
    loop_.forget(source.fd.get());
    source.paused = false;
    source.fd.reset();
    return Got::end;
  }
  source.line.append(buffer.data(), static_cast<size_t>(got));
  source.n_read += static_cast<size_t>(got);
  source.last_read = Clock::now();
  const size_t newline = source.line.rfind('\n');
  if (newline != std::string::npos) emit(source, newline + 1);
  if (source.line.size() > kLongestLine) emit(source, source.line.size());
  return Got::something;
}

void Relay::emit(Source& source, size_t size) {
  const int number = source.pe * 2 + (source.stream == Stream::err);
  output_.put(source.stream, number, std::string_view(source.line).substr(0, size),
              label_ ? base::text("[%d] ", source.pe) : std::string());
  source.line.erase(0, size);
}

void Relay::flush_idle_lines() {
  flush_is_due_ = false;
  for (auto& source : sources_) {
    if (source->line.empty() || !output_.is_terminal(source->stream)) continue;
    if (Clock::now() - source->last_read >= kIdle) {
      emit(*source, source->line.size());
    } else if (!std::exchange(flush_is_due_, true)) {
      loop_.after(kIdle, [this] { flush_idle_lines(); });
    }
  }
}

void Relay::drain(int pe) {
  for (const size_t index : {static_cast<size_t>(pe) * 2, static_cast<size_t>(pe) * 2 + 1}) {
    if (index >= sources_.size()) continue;  // this PE was never started
    Source& source = *sources_[index];
    if (!source.fd) continue;
    // Read only what is in the pipe now: a process that still writes could keep this loop from ending.
    int left = 0;
    if (ioctl(source.fd.get(), FIONREAD, &left) != 0) left = 0;
    while (source.fd && left > 0) {
      const size_t before = source.n_read;
      if (read_some(source) != Got::something) break;
      left -= static_cast<int>(source.n_read - before);
    }
    emit(source, source.line.size());
  }
}

}  // namespace isthmus::oshrun
