// A process that outlives a killed oshrun by a moment: it holds one end of a pipe, and when the other end is gone
// without a farewell it kills the process groups of all PEs. (PR_SET_PDEATHSIG kills the PEs themselves; the guardian
// is for what they started.)
#pragma once
#include <sys/types.h>

#include "base/fd.hpp"

namespace isthmus::oshrun {

class Guardian {
 public:
  /// Starts it. Call before any other descriptor is opened or PE started.
  Guardian();
  ~Guardian() { dismiss(); }
  Guardian(const Guardian&) = delete;
  Guardian& operator=(const Guardian&) = delete;

  void add(pid_t group);
  void dismiss();

 private:
  base::Fd pipe_;
  pid_t pid_ = -1;
};

}  // namespace isthmus::oshrun
