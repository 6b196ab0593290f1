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
    borrower_ = borrower, is_lent_ = true;
}

void Terminal::borrow() {
  from_background([] { tcsetpgrp(STDIN_FILENO, getpgrp()); });
}

void Terminal::take_back() {
  if (!is_lent_) return;
  is_lent_ = false;
  group_ = tcgetpgrp(STDIN_FILENO);
  tcgetattr(STDIN_FILENO, &borrowers_settings_);
  from_background([this] {
    tcsetpgrp(STDIN_FILENO, getpgrp());
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings_);
  });
}

void Terminal::lend_again() {
  if (borrower_ < 0 || is_lent_ || tcgetpgrp(STDIN_FILENO) != getpgrp()) return;
  is_lent_ = true;
  tcsetattr(STDIN_FILENO, TCSADRAIN, &borrowers_settings_);
  tcsetpgrp(STDIN_FILENO, group_);
}

void Terminal::give_back() {
  take_back();
  borrower_ = -1;
}

}  // namespace isthmus::oshrun
