#include "terminal.hpp"

#include <unistd.h>

#include <csignal>

namespace isthmus::oshrun {
namespace {

/// A process in the background that does this would be stopped by SIGTTOU if it did not block it.
template <class Call>
void from_background(Call&& call) {
  sigset_t stops, before;
  sigemptyset(&stops);
  sigaddset(&stops, SIGTTOU);
  sigprocmask(SIG_BLOCK, &stops, &before);
  call();
  sigprocmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

Terminal::Terminal(const Options& options) {
  int borrower = -1, count = 0;
  for (int pe = 0; pe < options.n; ++pe)
    if (options.uses_tool(pe)) borrower = pe, ++count;
  if (count == 1 && isatty(STDOUT_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp() &&
      tcgetattr(STDIN_FILENO, &settings_) == 0)
    borrower_ = borrower;
}

void Terminal::borrow() {
  from_background([] { tcsetpgrp(STDIN_FILENO, getpgrp()); });
}

void Terminal::give_back() {
  if (borrower_ < 0) return;
  borrower_ = -1;
  from_background([this] {
    tcsetpgrp(STDIN_FILENO, getpgrp());
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings_);
  });
}

}  // namespace isthmus::oshrun
