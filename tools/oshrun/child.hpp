// Starting one PE.
#pragma once
#include <sys/resource.h>
#include <sys/types.h>

#include <csignal>
#include <string>
#include <vector>

#include "base/fd.hpp"
#include "binding.hpp"
#include "options.hpp"

namespace isthmus::oshrun {

/// oshrun's ends of what it shares with a PE.
struct Child {
  pid_t pid = -1;
  base::Fd out, err;  // not blocking
  base::Fd control;
  base::Fd in;  // only of PE 0, when oshrun's input is a terminal
};

/// What a child tells of, when it could not become the program.
struct ChildFailure {
  int pe;
  int error;
  char step[16];  // "exec", "chdir", "bind"
};

class Spawner {
 public:
  /// `binding` may be null. The signal mask, SIGPIPE and the limit on descriptors are put back in each child to what
  /// they are when this is constructed.
  Spawner(const Options& options, std::string program, std::string job, const CoreBinding* binding);

  /// The child leads a process group of its own and dies with oshrun. Throws base::SetupError.
  Child start(int pe);

  /// The oldest failure not asked for yet. A failed child exits with kCannotRun after telling.
  bool next_failure(ChildFailure& failure);

  const std::string& program() const { return program_; }
  int node_of(int pe) const;

 private:
  [[noreturn]] void become_pe(int pe, int in, int out, int err, int control);
  [[noreturn]] void fail(int pe, const char* step);

  const Options& options_;
  const std::string program_, job_;
  const CoreBinding* const binding_;
  std::vector<char*> argv_;
  base::Fd nowhere_, failures_, report_failure_;
  sigset_t mask_{};
  struct sigaction sigpipe_ {};
  rlimit descriptors_{};
  const pid_t launcher_;
  const bool terminal_input_;
};

}  // namespace isthmus::oshrun
