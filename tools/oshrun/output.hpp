// oshrun's standard output and error. Output of different sources is never mixed within a line, even if standard output
// and error go to the same terminal or pipe. A reader that is slow or stopped never blocks oshrun.
#pragma once
#include <array>
#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include "event_loop.hpp"

namespace isthmus::oshrun {

enum class Stream { out, err };

class Output {
 public:
  /// Who wrote a line. A line left unfinished by one source is ended before another's begins.
  using Source = int;
  static constexpr Source kOshrun = -1;

  /// `broken` is called with errno when standard output cannot be written any more.
  Output(EventLoop& loop, std::function<void(int error)> broken);

  void put(Stream stream, Source source, std::string_view text, std::string_view prefix = {});
  /// Writes a line of oshrun's own to standard error.
  void say(const std::string& line) { put(Stream::err, kOshrun, "oshrun: " + line + "\n"); }

  /// Writes what can be written without blocking; the loop calls it again when there is room. The job calls it once
  /// after each turn of the loop, so that all that came in during the turn goes out in one write.
  void pump();
  bool empty() const { return queue_.empty(); }
  /// Whether so much is queued that sources should not be read before `drained` is called.
  bool congested() const { return waiting_ > kMaxQueued; }
  void on_drained(std::function<void()> drained) { drained_ = std::move(drained); }
  bool is_terminal(Stream stream) const { return sinks_[static_cast<size_t>(stream)].terminal; }

 private:
  static constexpr std::size_t kMaxQueued = std::size_t{1} << 20;
  static constexpr Source kNobody = -2;

  struct Sink {
    int fd = -1;
    bool terminal = false, broken = false;
    Source unfinished = kNobody;  // whose line is not ended by a newline yet
  };
  struct Piece {
    Stream stream;
    std::string bytes;
    std::size_t written = 0;
  };

  /// Returns false when the descriptor is not writable now.
  bool write_some(Piece& piece);
  Sink& sink_of(Stream stream) { return sinks_[static_cast<size_t>(stream)]; }
  void wait_for_room(int fd);

  EventLoop& loop_;
  std::function<void(int)> broken_;
  std::function<void()> drained_;
  std::array<Sink, 2> sinks_;
  bool same_file_ = false;
  std::deque<Piece> queue_;  // for both streams, so that a line cut by a full pipe is not continued by the other stream
  std::size_t waiting_ = 0;
  int watched_ = -1;
};

}  // namespace isthmus::oshrun
