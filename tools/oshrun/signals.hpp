// Delivers the signals that oshrun acts on as events of the loop.
#pragma once
#include <functional>

#include "base/fd.hpp"
#include "event_loop.hpp"

namespace isthmus::oshrun {

class Signals {
 public:
  /// Blocks the signals and calls `arrived` with the number of each that arrives. SIGPIPE is ignored, and so is what
  /// oshrun inherited as ignored: SIGHUP under nohup, SIGINT in the background of a script.
  Signals(EventLoop& loop, std::function<void(int)> arrived);

 private:
  base::Fd fd_;
};

}  // namespace isthmus::oshrun
