// Relays the terminal's input to PE 0, which is in a process group of its own and so may not read the terminal itself.
// If standard input is not a terminal, PE 0 inherits it.
#pragma once
#include <string>

#include "base/fd.hpp"
#include "event_loop.hpp"

namespace isthmus::oshrun {

class Input {
 public:
  explicit Input(EventLoop& loop) : loop_(loop) {}

  /// Starts copying the terminal's input to this pipe.
  void relay_to(base::Fd pipe);
  /// Starts reading again if oshrun is in the foreground. To be called when that may have changed.
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
