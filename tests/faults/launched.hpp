// oshrun under test: started with its output in pipes (or a terminal), watched, and waited for with a bound.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "base/fd.hpp"

namespace faults {

using Clock = std::chrono::steady_clock;

struct Setup {
  std::string input{};               // for oshrun's standard input
  bool terminal = false;             // standard input, output and error are one terminal
  bool out_to_err = false;           // one pipe for both
  std::vector<std::string> extra{};  // NAME=value for the environment
  int ignored = 0;                   // a signal that oshrun inherits as ignored
};

class Launched {
 public:
  /// Starts oshrun with these arguments, in an empty directory that is also TMPDIR.
  explicit Launched(const std::vector<std::string>& arguments, Setup setup = {});
  ~Launched();
  Launched(const Launched&) = delete;

  /// Reads until the text has been seen `times` times on standard output; false after 20 s or at the end.
  bool wait_for(const std::string& text, int times = 1);
  /// Reads everything and waits; the exit code as a shell sees it.
  int finish();
  void close_output();
  void type(const std::string& text);

  pid_t pid() const { return pid_; }
  const std::string& out() const { return out_; }
  const std::string& err() const { return err_; }
  std::vector<std::string> out_lines() const;
  std::vector<std::string> err_lines() const;
  /// From the moment `text` of wait_for was seen until oshrun was gone.
  double seconds_to_end() const { return std::chrono::duration<double>(ended_ - seen_).count(); }

  /// Processes that carry this run's mark in their environment, now.
  std::vector<pid_t> processes() const;
  /// Waits up to 5 s until so many of them are stopped, and returns how many are.
  int eventually_stopped(int count) const;
  /// What the run left: processes, files in its directory, shared-memory objects, sockets. Gives the kernel a
  /// moment to clear away what was killed with oshrun. Call after finish().
  std::string leftovers() const;

 private:
  bool read_some(Clock::time_point until);
  std::string left_now() const;

  pid_t pid_ = -1;
  isthmus::base::Fd out_fd_, err_fd_;
  std::string mark_, directory_, out_, err_;
  Clock::time_point seen_{}, ended_{};
};

/// Moves the test into namespaces of its own where it may, so that the only shared-memory objects and sockets there are
/// those of the jobs under test. Elsewhere leftovers() goes by names.
void enter_sandbox();

/// Why a test with a terminal cannot run here; empty where it can. Terminals come from a devpts, which bare chroots and
/// some containers have not mounted.
std::string why_no_terminal();

}  // namespace faults
