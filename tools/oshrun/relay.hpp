// From the PEs' output pipes to oshrun's own output, in whole lines.
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
  /// Passes on all this PE has written up to now, an unfinished last line too. What is written meanwhile stays.
  void drain(int pe);

 private:
  struct Source {
    int pe;
    Stream stream;
    base::Fd fd;
    std::string line;  // read, but its end is not there yet
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
