// Relays the PEs' output pipes to oshrun's own output, in whole lines.
#pragma once
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/fd.hpp"
#include "event_loop.hpp"
#include "output.hpp"

namespace isthmus::oshrun {

class Relay {
 public:
  Relay(EventLoop& loop, Output& output, bool label);

  void add(int pe, base::Fd out, base::Fd err);
  /// Relays everything that this PE has written up to now, including an unfinished last line. What is written during
  /// the call is left in the pipe.
  void drain(int pe);

 private:
  struct Source {
    int pe;
    Stream stream;
    base::Fd fd;
    std::string line;  // what was read of a line whose end has not arrived yet
    size_t n_read = 0;
    Clock::time_point last_read;
    bool paused = false;
  };
  enum class Got { something, nothing, end };

  void watch(Source& source);
  void readable(Source& source);
  Got read_some(Source& source);
  void emit(Source& source, size_t size);
  void flush_idle_lines();

  EventLoop& loop_;
  Output& output_;
  const bool label_;
  bool flush_is_due_ = false;
  std::vector<std::unique_ptr<Source>> sources_;  // two for each PE
};

}  // namespace isthmus::oshrun
