#include "guardian.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <vector>

#include "base/error.hpp"
#include "launch_error.hpp"

namespace isthmus::oshrun {
namespace {

constexpr pid_t kFarewell = 0;

/// The guardian's process. It has a session of its own, because a signal to oshrun's process group, SIGKILL included,
/// must not reach it.
[[noreturn]] void guard(int pipe) {
  setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) std::signal(signal, SIG_IGN);
  prctl(PR_SET_NAME, "oshrun-guardian");
  // If the guardian held oshrun's standard output open, a reader of it would not see its end when oshrun dies.
  const int dev_null = open("/dev/null", O_RDWR);
  for (int fd = 0; fd <= 2; ++fd) dup2(dev_null, fd);
  dup2(pipe, 3);
  close_range(4, ~0U, 0);

  std::vector<pid_t> groups;
  for (;;) {
    pid_t group = 0;
    const ssize_t got = read(3, &group, sizeof group);
    if (got < 0 && errno == EINTR) continue;
    if (got != sizeof group) break;
    if (group == kFarewell) _exit(0);
    groups.push_back(group);
  }
  for (const pid_t group : groups) kill(-group, SIGKILL);
  _exit(0);
}

}  // namespace

Guardian::Guardian() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) base::throw_errno("cannot make a pipe");
  pipe_ = base::Fd(ends[1]);
  base::Fd reading(ends[0]);
  pid_ = fork();
  if (pid_ < 0) base::throw_errno(base::text("cannot start a process (%s)", kMoreProcesses));
  if (pid_ == 0) {
    pipe_.reset();
    guard(reading.get());
  }
}

void Guardian::add(pid_t group) {
  // The job goes on without a guardian that someone has killed: SIGPIPE is ignored, and the PEs still have PDEATHSIG.
  if (write(pipe_.get(), &group, sizeof group) < 0) return;
}

void Guardian::dismiss() {
  if (!pipe_) return;
  add(kFarewell);
  pipe_.reset();
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace isthmus::oshrun
