// Starts the processes of the PEs.
#pragma once
#include <sys/resource.h>
#include <sys/types.h>

#include <csignal>
#include <string>
#include <vector>

#include "base/fd.hpp"
#include "binding.hpp"
#include "options.hpp"
#include "terminal.hpp"

namespace isthmus::oshrun {

/// A PE's process, with oshrun's ends of the pipes and the socket to it.
struct Child {
  pid_t pid = -1;
  base::Fd out, err;  // non-blocking
  base::Fd control;
  base::Fd in;  // open for PE 0 alone, when oshrun's standard input is a terminal
};

/// What a child reports through a pipe when it could not execute the program.
struct ChildFailure {
  int pe;
  int error;
  char step[16];  // "exec", "chdir", "bind"
};

class Spawner {
 public:
  /// `board` is the descriptor of the job's board, or -1; `binding` may be null. Each child gets the signal mask, the
  /// action for SIGPIPE and the limit on descriptors that are in force when the Spawner is constructed.
  Spawner(const Options& options, std::string program, std::string job, int board, const CoreBinding* binding,
          const Terminal& terminal);

  /// Starts PE `pe`, which leads a process group of its own and is killed when oshrun dies. Throws base::SetupError.
  Child start(int pe);

  /// Reads the oldest report of a failed child; false if there is none. Such a child exits with kCannotRun afterwards.
  bool next_failure(ChildFailure& failure);

  const std::string& program() const { return program_; }
  /// The file that PE `pe` executes: the program, or the tool that it runs under.
  const std::string& executed(int pe) const { return options_.uses_tool(pe) ? options_.tool[0] : program_; }
  int node_of(int pe) const;

 private:
  std::vector<std::string> command_of(int pe) const;
  [[noreturn]] void become_pe(int pe, int in, int out, int err, int control);
  [[noreturn]] void fail(int pe, const char* step);

  const Options& options_;
  const std::string program_, job_;
  const int board_;
  const CoreBinding* const binding_;
  const Terminal& terminal_;
  base::Fd dev_null_, failures_, report_failure_;
  sigset_t mask_{};
  struct sigaction sigpipe_ {
  }, sigxfsz_{};
  rlimit descriptors_{};
  const pid_t launcher_;
  const bool terminal_input_;
};

}  // namespace isthmus::oshrun
