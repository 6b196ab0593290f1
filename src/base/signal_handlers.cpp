#include "base/signal_handlers.hpp"

namespace isthmus::base {

KeptSignalHandlers::KeptSignalHandlers() : actions_(static_cast<std::size_t>(SIGRTMAX) + 1) {
  for (int number = 1; number <= SIGRTMAX; ++number) sigaction(number, nullptr, &actions_[static_cast<std::size_t>(number)]);
}

KeptSignalHandlers::~KeptSignalHandlers() {
  for (int number = 1; number <= SIGRTMAX; ++number) {
    const struct sigaction& before = actions_[static_cast<std::size_t>(number)];
    struct sigaction now {};
    if (sigaction(number, nullptr, &now) != 0) continue;  // the C library's own
    if (now.sa_sigaction != before.sa_sigaction || now.sa_flags != before.sa_flags) sigaction(number, &before, nullptr);
  }
}

}  // namespace isthmus::base
