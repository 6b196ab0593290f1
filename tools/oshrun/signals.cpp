#include "signals.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>

#include "base/error.hpp"

namespace isthmus::oshrun {
namespace {

bool is_ignored(int signal) {
  struct sigaction action {};
  sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_IGN;
}

}  // namespace

Signals::Signals(EventLoop& loop, std::function<void(int)> arrived) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGCHLD, SIGCONT}) sigaddset(&set, signal);
  // The kernel keeps a signal that is blocked although it is ignored, so that the descriptor would deliver it.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGUSR1, SIGUSR2})
    if (!is_ignored(signal)) sigaddset(&set, signal);
  sigprocmask(SIG_BLOCK, &set, nullptr);
  // oshrun may have inherited that SIGCHLD is ignored; the kernel would then reap the PEs, and their status be lost.
  signal(SIGCHLD, SIG_DFL);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit fails instead (ulimit -f)
  fd_ = base::Fd(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!fd_) base::throw_errno("signalfd");
  loop.watch(fd_.get(), EPOLLIN, [fd = fd_.get(), arrived = std::move(arrived)] {
    signalfd_siginfo info{};
    while (read(fd, &info, sizeof info) == sizeof info) arrived(static_cast<int>(info.ssi_signo));
  });
}

}  // namespace isthmus::oshrun
