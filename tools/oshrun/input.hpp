// The terminal's input for PE 0, which is in a process group of its own and so must not read the terminal itself. Any
// other standard input PE 0 simply inherits.
#pragma once
#include <string>

#include "base/fd.hpp"
#include "event_loop.hpp"

namespace isthmus::oshrun {

class Input {
 public:
  explicit Input(EventLoop& loop) : loop_(loop) {}

  /// Starts passing the terminal's input into this pipe.
  void relay_to(base::Fd pipe);
  /// oshrun may be in the foreground now.
  void resume();

 private:
  void read_terminal();
  void write_pipe();
  void finish();

  EventLoop& loop_;
  base::Fd pipe_;
  std::string waiting_;
};

}  // namespace isthmus::oshrun
