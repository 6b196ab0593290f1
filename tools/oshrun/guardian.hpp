// A process that cleans up after an oshrun that was killed. It reads from a pipe, and when oshrun's end is closed
// without a farewell it kills the process groups of all PEs. PR_SET_PDEATHSIG kills the PEs themselves; the guardian is
// for the processes that they started.
#pragma once
#include <sys/types.h>

#include "base/fd.hpp"

namespace isthmus::oshrun {

class Guardian {
 public:
  /// Forks the process, which inherits all descriptors: construct it before others are opened and any PE is started.
  Guardian();
  ~Guardian() { dismiss(); }
  Guardian(const Guardian&) = delete;
  Guardian& operator=(const Guardian&) = delete;

  /// Adds a process group to those that are killed if oshrun dies.
  void add(pid_t group);
  pid_t pid() const { return pid_; }
  /// Ends the guardian without killing anything.
  void dismiss();

 private:
  base::Fd pipe_;
  pid_t pid_ = -1;
};

}  // namespace isthmus::oshrun
